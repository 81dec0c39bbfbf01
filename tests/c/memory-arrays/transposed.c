// expect: TRUE
// about: transposition of a matrix
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

enum { N = 3 };
int main(void) {
    int m[N][N], t[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) m[i][j] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) t[j][i] = m[i][j];
    unsigned row = __VERIFIER_nondet_uint() % N, column = __VERIFIER_nondet_uint() % N;
    assert(t[row][column] == m[column][row]);
    return 0;
}

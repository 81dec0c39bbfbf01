// expect: FALSE
// about: transposition in place that exchanges every pair twice
// violation: 20
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { N = 3 };
int main(void) {
    int m[N][N];
    int corner = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) m[i][j] = i;
    m[0][N - 1] = corner;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int t = m[i][j];
            m[i][j] = m[j][i];
            m[j][i] = t;
        }
    assert(m[N - 1][0] == corner);
    return 0;
}

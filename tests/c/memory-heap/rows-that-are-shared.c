// expect: FALSE
// about: a matrix two of whose rows are the same object
// data-models: ILP32 LP64
// violation: 22
#include <assert.h>
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

enum { ROWS = 3, COLUMNS = 2 };
int main(void) {
    int **m = malloc(ROWS * sizeof *m);
    if (m == NULL) return 0;
    for (int i = 0; i < ROWS; i++) {
        m[i] = malloc(COLUMNS * sizeof **m);
        if (m[i] == NULL) return 0;
        for (int j = 0; j < COLUMNS; j++) m[i][j] = i * COLUMNS + j;
    }
    unsigned i = __VERIFIER_nondet_uint() % ROWS, j = __VERIFIER_nondet_uint() % COLUMNS;
    assert(m[i][j] == (int)(i * COLUMNS + j));
    m[2] = m[0];
    m[i][j] = -1;
    assert(m[(i + 1) % ROWS][j] >= 0);
    return 0;
}

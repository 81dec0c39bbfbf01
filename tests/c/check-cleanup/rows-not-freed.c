// expect: FALSE
// about: one row of a table is not freed
// options: --check cleanup
// check: cleanup
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned rows = __VERIFIER_nondet_uint();
    if (rows == 0 || rows > 4) return 0;
    int **table = calloc(rows, sizeof *table);
    if (table == NULL) return 0;
    for (unsigned i = 0; i < rows; i++) table[i] = malloc(8);
    for (unsigned i = 1; i < rows; i++) free(table[i]);
    free(table);
    return 0;
}

// expect: FALSE
// about: an index is read from memory that malloc left open
// options: --check uninitialised
// check: uninitialised
// violation: 13
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int table[2] = {__VERIFIER_nondet_int(), 3};
    unsigned *p = malloc(sizeof *p);
    if (p == NULL) return 0;
    int result = table[*p & 1];
    free(p);
    return result == 3;
}

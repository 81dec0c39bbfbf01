// expect: TRUE
// about: an index is read from memory that calloc made zero
// options: --check uninitialised
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int table[2] = {__VERIFIER_nondet_int(), 3};
    unsigned *p = calloc(1, sizeof *p);
    if (p == NULL) return 0;
    int result = table[*p & 1];
    free(p);
    return result == 3;
}

// expect: FALSE
// about: the same in an array of structs, by a long that is negative as a number of bytes
// check: bounds
// violation: 12
#include <stdlib.h>
extern long __VERIFIER_nondet_long(void);
struct pair { long a, b; };

int main(void) {
    struct pair *all = calloc(4, sizeof *all);
    long k = __VERIFIER_nondet_long();
    if (all && (unsigned long)k * 16 < 64) all[k].b = 1;
    free(all);
    return 0;
}

// expect: FALSE
// about: the size in bytes is tested after it has gone around
// options: -m32
// check: bounds
// violation: 12
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int *all = malloc(16);
    unsigned k = __VERIFIER_nondet_uint();
    if (all && k * sizeof *all < 16) all[k] = 1;
    free(all);
    return 0;
}

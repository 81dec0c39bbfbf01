// expect: TRUE
// about: bits that were never written do not matter where a mask takes them away
// options: --check uninitialised
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned *flags = malloc(sizeof *flags);
    if (flags == NULL) return 0;
    *flags &= 4;
    if (__VERIFIER_nondet_int() > 2) *flags |= 4;
    *flags &= 3;
    int result = *flags ? 1 : 0;
    free(flags);
    return result;
}

// expect: TRUE
// about: the index is tested, and not the size in bytes
// data-models: ILP32 LP64
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int *all = malloc(16);
    unsigned k = __VERIFIER_nondet_uint();
    if (all && k < 16 / sizeof *all) all[k] = 1;
    free(all);
    return 0;
}

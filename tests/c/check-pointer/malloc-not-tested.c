// expect: FALSE
// about: memory is used without asking whether there was some
// options: --check pointer
// check: pointer
// violation: 11
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    *p = __VERIFIER_nondet_int();
    free(p);
    return 0;
}

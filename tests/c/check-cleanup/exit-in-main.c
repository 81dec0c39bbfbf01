// expect: FALSE
// about: what a local points to is not freed before exit
// options: --check cleanup
// check: cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (p == NULL) return 0;
    *p = __VERIFIER_nondet_int();
    exit(*p > 0);
}

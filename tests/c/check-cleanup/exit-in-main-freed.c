// expect: TRUE
// about: what a local points to is freed before exit
// options: --check cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (p == NULL) return 0;
    *p = __VERIFIER_nondet_int();
    int code = *p > 0;
    free(p);
    exit(code);
}

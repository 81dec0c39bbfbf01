// expect: TRUE
// about: memory is used only if there was some
// options: --check pointer
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (p == NULL) return 1;
    *p = __VERIFIER_nondet_int();
    free(p);
    return 0;
}

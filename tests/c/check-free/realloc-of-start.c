// expect: TRUE
// about: realloc is given what malloc gave
// options: --check free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = calloc(4, sizeof *p);
    if (p == NULL) return 0;
    int *at = __VERIFIER_nondet_int() > 0 ? p : NULL;
    int *more = realloc(at, 32);
    if (at == NULL || more == NULL) free(p);
    free(more);
    return 0;
}

// expect: FALSE
// about: realloc is given a pointer into the middle
// options: --check free
// check: free
// violation: 14
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = calloc(4, sizeof *p);
    if (p == NULL) return 0;
    int *at = p;
    if (__VERIFIER_nondet_int() > 0) at++;
    int *more = realloc(at, 32);
    free(more);
    return 0;
}

// expect: FALSE
// about: realloc of what was freed
// options: --check free
// check: free
// violation: 13
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *p = malloc(4);
    if (p == NULL) return 0;
    if (__VERIFIER_nondet_int() == 5) free(p);
    char *q = realloc(p, 8);
    free(q == NULL ? p : q);
    return 0;
}

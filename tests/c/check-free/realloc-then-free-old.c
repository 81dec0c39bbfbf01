// expect: FALSE
// about: after realloc the old memory is freed, too
// options: --check free
// check: free
// violation: 19
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 9) return 0;
    char *old = malloc(n);
    if (old == NULL) return 0;
    char *new = realloc(old, 2 * n);
    if (new == NULL) {
        free(old);
        return 0;
    }
    free(old);
    free(new);
    return 0;
}

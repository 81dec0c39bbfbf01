// expect: TRUE
// about: the result of realloc is kept beside the old pointer until it is known
// options: --check leak
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 10) return 0;
    char *p = malloc(n);
    if (p == NULL) return 0;
    char *more = realloc(p, 2 * n);
    if (more == NULL) {
        free(p);
        return 1;
    }
    p = more;
    p[n] = 0;
    free(p);
    return 0;
}

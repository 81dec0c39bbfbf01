// expect: FALSE
// about: the result of realloc replaces the only pointer, and may be null
// options: --check leak
// check: leak
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 10) return 0;
    char *p = malloc(n);
    if (p == NULL) return 0;
    p = realloc(p, 2 * n);
    if (p == NULL) return 1;
    p[n] = 0;
    free(p);
    return 0;
}

// expect: TRUE
// about: what was made is freed at the end
// options: --check cleanup
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char *p = malloc(4);
    if (p == NULL) return 0;
    p[0] = __VERIFIER_nondet_char();
    free(p);
    return 0;
}

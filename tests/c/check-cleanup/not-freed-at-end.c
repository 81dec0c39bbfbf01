// expect: FALSE
// about: what was made is not freed at the end on one way
// options: --check cleanup
// check: cleanup
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char *p = malloc(4);
    if (p == NULL) return 0;
    p[0] = __VERIFIER_nondet_char();
    if (p[0] != 'a') free(p);
    return 0;
}

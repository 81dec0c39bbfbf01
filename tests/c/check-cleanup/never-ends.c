// expect: TRUE
// about: a program that does not end has no end at which memory is left
// options: --check cleanup
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char *p = malloc(2);
    if (p == NULL) return 0;
    while (1) {
        p[0] = __VERIFIER_nondet_char();
    }
}

// expect: FALSE
// about: a local variable that points to memory ends when main returns
// options: --check leak
// check: leak
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char *p = malloc(5);
    if (p == NULL) return 0;
    p[0] = __VERIFIER_nondet_char();
    return p[0] == 'a';
}

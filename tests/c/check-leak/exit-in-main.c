// expect: UNKNOWN: on the same values
// about: exit is called while a local variable points to the memory; that is not told from a value that is left over
// options: --check leak
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char *p = malloc(5);
    if (p == NULL) return 0;
    p[0] = __VERIFIER_nondet_char();
    exit(p[0] == 'a');
}

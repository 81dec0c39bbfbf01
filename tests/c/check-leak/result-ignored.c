// expect: FALSE
// about: the memory that a function returns is ignored
// options: --check leak
// check: leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int *make(int value) {
    int *p = malloc(sizeof *p);
    if (p != NULL) *p = value;
    return p;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 1) make(n);
    return 0;
}

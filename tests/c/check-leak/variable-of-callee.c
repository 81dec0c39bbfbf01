// expect: TRUE
// about: memory is freed by the callee that it is given to
// options: --check leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int consume(int *p) {
    if (p == NULL) return 0;
    int value = *p;
    free(p);
    return value;
}
int main(void) {
    int *p = malloc(sizeof *p);
    if (p != NULL) *p = __VERIFIER_nondet_int();
    return consume(p) == 3;
}

// expect: FALSE
// about: a pointer to memory is overwritten
// options: --check leak
// check: leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    char *p = malloc(10);
    if (n > 3) {
        p = malloc(20);
    }
    free(p);
    return 0;
}

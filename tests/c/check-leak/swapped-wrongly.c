// expect: FALSE
// about: one of two pointers is lost in a swap
// options: --check leak
// check: leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *a = malloc(1), *b = malloc(2);
    if (__VERIFIER_nondet_int() < 0) {
        char *kept = a;
        a = b;
        kept = b;
        b = NULL;
        a = kept;
    }
    free(a);
    free(b);
    return 0;
}

// expect: FALSE
// about: memory is freed on one way and again at the end
// options: --check free
// check: free
// violation: 16
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *p = malloc(10);
    int error = __VERIFIER_nondet_int();
    if (error) {
        free(p);
        error = 1;
    }
    free(p);
    return 0;
}

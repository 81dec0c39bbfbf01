// expect: TRUE
// about: memory is freed on one of two ways
// options: --check free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *p = malloc(10);
    int error = __VERIFIER_nondet_int();
    if (error) {
        free(p);
        return 1;
    }
    free(p);
    return 0;
}

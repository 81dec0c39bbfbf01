// expect: FALSE
// about: a buffer of any size is filled one past its end
// options: --check bounds
// check: bounds
// violation: 15
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    int *a = malloc(n * sizeof *a);
    if (a == NULL) return 0;
    for (int i = 0; i <= n; i++) {
        a[i] = i;
    }
    free(a);
    return 0;
}

// expect: TRUE
// about: a buffer of any size is filled up to its end
// options: --check bounds
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    int *a = malloc(n * sizeof *a);
    if (a == NULL) return 0;
    for (int i = 0; i < n; i++) {
        a[i] = i;
    }
    free(a);
    return 0;
}

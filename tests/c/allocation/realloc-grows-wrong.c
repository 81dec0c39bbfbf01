// expect: FALSE
// about: what is new holds what was put there
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *a = malloc(sizeof(int));
    *a = 1;
    a = realloc(a, 2 * sizeof(int));
    a[1] = __VERIFIER_nondet_int();
    assert(a[0] + a[1] != 5);
    free(a);
    return 0;
}

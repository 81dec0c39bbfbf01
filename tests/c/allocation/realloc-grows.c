// expect: TRUE
// about: what was there stays when an object grows
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int *a = malloc(sizeof(int));
    *a = x;
    a = realloc(a, 2 * sizeof(int));
    a[1] = 1;
    assert(a[0] == x);
    free(a);
    return 0;
}

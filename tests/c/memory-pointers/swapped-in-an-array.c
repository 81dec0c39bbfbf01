// expect: TRUE
// about: two elements change places, which may be the same
// data-models: ILP32 LP64
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static void swap(int *a, int *b) {
    int old = *a;
    *a = *b;
    *b = old;
}
int main(void) {
    int a[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
    int x = a[i], y = a[j];
    swap(&a[i], &a[j]);
    assert(a[i] == y && a[j] == x);
    return 0;
}

// expect: FALSE
// about: a swap that loses one of the values
// violation: 15
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b) {
    *a = *b;
    *b = *a;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int old = x;
    swap(&x, &y);
    assert(y == old);
    return 0;
}

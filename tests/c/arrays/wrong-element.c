// expect: FALSE
// about: one element was not the one that was set
// violation: 10
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0, 1, 2, 3};
    a[2] = __VERIFIER_nondet_int();
    assert(a[2] == 2);
    return 0;
}

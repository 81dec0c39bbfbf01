// expect: FALSE
// about: two calls may give two values
// violation: 10
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    assert(a == b);
    return 0;
}

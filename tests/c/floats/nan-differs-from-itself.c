// expect: FALSE
// about: a number may differ from itself, if it is none
// violation: 9
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    assert(x == x);
    return 0;
}

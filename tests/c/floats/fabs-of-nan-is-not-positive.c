// expect: FALSE
// about: the magnitude of a NaN is not at least zero
// violation: 10
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    assert(fabs(x) >= 0.0);
    return 0;
}

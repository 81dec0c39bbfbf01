// expect: FALSE
// about: fmax of a number and a NaN is not a NaN, nor is a negative number made zero
// violation: 10
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    assert(fmax(NAN, x) >= 0 || isnan(x));
    return 0;
}

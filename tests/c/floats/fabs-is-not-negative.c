// expect: TRUE
// about: a magnitude is not negative, and a NaN is not less than anything
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    assert(!(fabs(x) < 0.0));
    assert(!signbit(fabs(x)));
    return 0;
}

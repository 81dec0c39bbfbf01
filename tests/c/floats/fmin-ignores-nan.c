// expect: TRUE
// about: fmin of a number and a NaN of an operation is the number
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double zero = 0.0;
    if (!isnan(x)) {
        assert(fmin(x, zero / zero) == x);
        assert(fmin(x, 3.0) <= 3.0 && fmax(x, 3.0) >= 3.0);
    }
    return 0;
}

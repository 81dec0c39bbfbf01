// expect: TRUE
// about: fmod by zero and of an infinite number is a NaN
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    double r = fmod(x, y);
    if (y == 0.0 || isinf(x)) {
        assert(r != r);
    }
    return 0;
}

// expect: TRUE
// about: a conversion to int cuts off the fraction, on both sides of zero
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > -2.0 && x < -1.0) {
        assert((int)x == -1);
    }
    if (x > 1.0 && x < 2.0) {
        assert((int)x == 1);
    }
    return 0;
}

// expect: FALSE
// about: a half away from zero is not a half to even
// violation: 11
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 0.0 && x < 10.0) {
        assert(round(x) == rint(x));
    }
    return 0;
}

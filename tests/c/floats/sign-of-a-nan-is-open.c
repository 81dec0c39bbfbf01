// expect: UNKNOWN: bits of a nan
// about: which sign an invalid operation gives is up to the machine
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (isinf(x)) {
        assert(signbit(x - x) == signbit(x * 0.0));
    }
    return 0;
}

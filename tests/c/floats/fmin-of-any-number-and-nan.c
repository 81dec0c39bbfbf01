// expect: TRUE
// about: a NaN is ignored on every way, and two of them are a NaN
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    float nan = __VERIFIER_nondet_int() ? NAN : -NAN;
    if (x < 0) {
        assert(fmaxf(x, nan) < 0);
        assert(fminf(nan, -x) > 0);
    }
    assert(isnan(fmaxf(nan, NAN)));
    return 0;
}

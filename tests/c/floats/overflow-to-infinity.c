// expect: FALSE
// about: a finite number times two may be infinite
// violation: 11
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (isfinite(x)) {
        assert(isfinite(x * 2.0f));
    }
    return 0;
}

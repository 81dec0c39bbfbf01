// expect: FALSE
// about: fmod of a negative number is not positive
// violation: 11
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x > -7.0f && x < 7.0f) {
        assert(fmodf(x, 4.0f) >= 0.0f);
    }
    return 0;
}

// expect: FALSE
// about: a conversion to int does not round
// violation: 10
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x >= 0.5f && x < 1.5f) {
        assert((int)x == 1);
    }
    return 0;
}

// expect: TRUE
// about: a positive number divided by zero is infinite
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x > 0.0f) {
        assert(isinf(x / 0.0f));
    }
    return 0;
}

// expect: TRUE
// about: floor and ceil are on both sides
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x > -100.0f && x < 100.0f) {
        assert(floorf(x) <= x && x <= ceilf(x));
    }
    return 0;
}

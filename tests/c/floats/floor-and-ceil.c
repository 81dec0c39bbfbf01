// expect: TRUE
// about: floor and ceil are the integers on both sides
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x > 1.0f && x < 2.0f) {
        assert(floorf(x) == 1.0f && ceilf(x) == 2.0f);
    }
    return 0;
}

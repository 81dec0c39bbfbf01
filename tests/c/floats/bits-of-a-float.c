// expect: TRUE
// about: the exponent of a number between one and two
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    union { float f; unsigned int u; } bits;
    bits.f = __VERIFIER_nondet_float();
    if (bits.f >= 1.0f && bits.f < 2.0f) {
        assert(bits.u >> 23 == 127);
    }
    return 0;
}

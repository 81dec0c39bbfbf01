// expect: FALSE
// about: of two numbers one may be neither less nor greater nor equal
// violation: 9
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    assert(x < y || x >= y);
    return 0;
}

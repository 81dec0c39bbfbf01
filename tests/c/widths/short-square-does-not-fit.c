// expect: FALSE
// about: the square of a short does not fit a short
// violation: 12
#include <assert.h>
extern short __VERIFIER_nondet_short(void);
extern void __VERIFIER_assume(int);

int main(void) {
    short s = __VERIFIER_nondet_short();
    __VERIFIER_assume(s >= 0 && s < 200);
    short square = s * s;
    assert(square >= 0);
    return 0;
}

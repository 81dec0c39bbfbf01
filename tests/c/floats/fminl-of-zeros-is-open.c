// expect: UNKNOWN: fmin
// about: which of two zeros fminl gives is left to the machine
#include <assert.h>
#include <math.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    long double zero = __VERIFIER_nondet_int() ? 0.0L : -0.0L;
    assert(signbit(fminl(zero, -0.0L)));
    return 0;
}

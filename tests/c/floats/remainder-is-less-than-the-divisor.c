// expect: TRUE
// about: fmod gives a number nearer to zero than the divisor, with the sign of the dividend
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x >= 0.0 && x < 1e6) {
        double r = fmod(x, 4.0);
        assert(r >= 0.0 && r < 4.0);
    }
    return 0;
}

// expect: FALSE
// about: floor and ceil behind a pointer round, in the native run, too
// violation: 11
#include <assert.h>
#include <math.h>
extern int __VERIFIER_nondet_int(void);
static long double (*const greatest)(long double, long double) = fmaxl;
int main(void) {
    double (*rounded)(double) = __VERIFIER_nondet_int() ? floor : ceil;
    double (*rest)(double, double) = fmod;
    assert(rounded(1.5) + rest(7, 4) + greatest(1, 2) != 7);
    return 0;
}

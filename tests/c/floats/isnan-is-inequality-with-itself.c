// expect: TRUE
// about: isnan says just that a number differs from itself
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    assert(isnan(x) == (x != x));
    return 0;
}

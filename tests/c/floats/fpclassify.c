// expect: TRUE
// about: fpclassify agrees with the predicates
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    int kind = fpclassify(x);
    assert((kind == FP_NAN) == (isnan(x) != 0));
    assert((kind == FP_INFINITE) == (isinf(x) != 0));
    assert((kind == FP_ZERO) == (x == 0.0));
    return 0;
}

// expect: FALSE
// about: a long double between two neighbouring doubles
// violation: 11
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double d = __VERIFIER_nondet_double();
    long double x = (long double)d + 1.0L;
    if (d == 9007199254740992.0) {
        assert(x == (long double)(d + 1.0));
    }
    return 0;
}

// expect: FALSE
// about: three tenths are not the sum of one and two
// violation: 10
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    if (x == 0.1 && y == 0.2) {
        assert(x + y == 0.3);
    }
    return 0;
}

// expect: UNKNOWN: does not fit
// about: what an int is made of a number that is too large is open
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 1e10) {
        assert((int)x == 5);
    }
    return 0;
}

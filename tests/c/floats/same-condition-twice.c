// expect: TRUE
// about: the same comparison of the same numbers has the same result
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    int locked = 0;
    if (x * y < 1.0) {
        locked = 1;
    }
    if (x * y < 1.0) {
        assert(locked);
    }
    return 0;
}

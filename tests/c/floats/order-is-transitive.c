// expect: TRUE
// about: less is transitive
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double(), z = __VERIFIER_nondet_double();
    if (x < y && y < z) {
        assert(x < z);
    }
    return 0;
}

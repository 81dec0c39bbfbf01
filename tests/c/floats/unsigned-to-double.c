// expect: TRUE
// about: an unsigned int is never negative, as a double neither
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int u = __VERIFIER_nondet_uint();
    double x = u;
    assert(x >= 0.0 && x <= 4294967295.0);
    return 0;
}

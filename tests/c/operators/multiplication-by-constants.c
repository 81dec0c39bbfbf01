// expect: TRUE
// about: products with constants are sums and shifts
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x * 2 == x + x);
    assert(x * 8 == x << 3);
    assert(x * 3 - x == x << 1);
    return 0;
}

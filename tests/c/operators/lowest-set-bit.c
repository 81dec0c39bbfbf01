// expect: FALSE
// about: x & -x is a power of two, but not always a small one
// violation: 12
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x == 0) return 0;
    unsigned low = x & -x;
    assert((low & (low - 1)) == 0);
    assert(low < 0x80000000u);
    return 0;
}

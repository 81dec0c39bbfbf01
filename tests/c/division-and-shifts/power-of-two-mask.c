// expect: TRUE
// about: % by a power of two is a mask, for unsigned numbers
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x % 16 == (x & 15));
    assert(x / 16 == x >> 4);
    return 0;
}

// expect: FALSE
// about: a byte is changed within an int, the others stay
// violation: 14
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), old = x, at = __VERIFIER_nondet_uint() % 4;
    unsigned char byte = __VERIFIER_nondet_uchar();
    ((unsigned char *)&x)[at] = byte;
    unsigned mask = 0xffu << 8 * at;
    assert((x | mask) == (old | mask));
    assert(x == (unsigned)byte << 8 * at);
    return 0;
}

// expect: TRUE
// about: a byte is changed within an int
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), old = x, at = __VERIFIER_nondet_uint() % 4;
    unsigned char byte = __VERIFIER_nondet_uchar();
    ((unsigned char *)&x)[at] = byte;
    unsigned mask = 0xffu << 8 * at;
    assert((x & ~mask) == (old & ~mask));
    assert((x & mask) >> 8 * at == byte);
    return 0;
}

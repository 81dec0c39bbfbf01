// expect: TRUE
// about: short numbers within an array of int, through a pointer
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned a[2] = {0x11112222, 0x33334444};
    unsigned short *halves = (unsigned short *)a;
    unsigned at = __VERIFIER_nondet_uint() % 4;
    unsigned short value = __VERIFIER_nondet_ushort();
    halves[at] = value;
    unsigned shift = at % 2 * 16;
    assert((a[at / 2] >> shift & 0xffff) == value);
    assert(a[1 - at / 2] == (at < 2 ? 0x33334444 : 0x11112222));
    return 0;
}

// expect: TRUE
// about: counting bits, zeros and bytes with the compiler's own functions
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned x = c;
    if (x != 0) assert(__builtin_ctz(x) <= 7 && __builtin_clz(x) >= 24);
    assert(__builtin_popcount(x) <= 8);
    assert(__builtin_bswap32(x) == x << 24);
    return 0;
}

// expect: TRUE
// about: four bytes make the word they were taken from
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned w = __VERIFIER_nondet_uint();
    unsigned char b0 = w, b1 = w >> 8, b2 = w >> 16, b3 = w >> 24;
    unsigned back = b0 | b1 << 8 | b2 << 16 | (unsigned)b3 << 24;
    assert(back == w);
    return 0;
}

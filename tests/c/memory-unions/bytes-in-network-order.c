// expect: FALSE
// about: a word and its bytes in a union, highest first
// data-models: ILP32 LP64
// violation: 20
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

union word {
    unsigned whole;
    unsigned short half[2];
    unsigned char byte[4];
};
int main(void) {
    union word w = {.whole = __VERIFIER_nondet_uint()};
    unsigned old = w.whole, at = __VERIFIER_nondet_uint() % 4;
    w.byte[at] = 0;
    assert(w.half[0] == (w.byte[0] | w.byte[1] << 8));
    assert(w.whole <= old);
    assert(w.whole == (old & ~(0xff000000u >> 8 * at)));
    return 0;
}

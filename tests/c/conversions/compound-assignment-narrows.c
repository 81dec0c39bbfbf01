// expect: TRUE
// about: x += y computes in the wider type and then narrows
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned char d = c;
    c += 300;
    assert(c == (unsigned char)(d + 44));
    c = 200;
    c *= 2;
    assert(c == 144);
    return 0;
}

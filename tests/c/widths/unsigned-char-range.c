// expect: FALSE
// about: an unsigned char reaches 255 and no more
// violation: 10
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    assert(c <= 255);
    assert(c != 255);
    return 0;
}

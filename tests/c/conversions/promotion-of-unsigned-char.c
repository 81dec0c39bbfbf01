// expect: TRUE
// about: unsigned chars are promoted to int before ~ and -
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    assert(~c < 0);
    assert((unsigned char)~c == 255 - c);
    assert(-c <= 0);
    return 0;
}

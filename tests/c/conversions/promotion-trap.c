// expect: FALSE
// about: ~c of an unsigned char is never an unsigned char
// violation: 10
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar(), d = __VERIFIER_nondet_uchar();
    if (d == (unsigned char)~c) {
        assert(d == ~c);
    }
    return 0;
}

// expect: FALSE
// about: what is shifted out does not come back
// violation: 11
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned char n = __VERIFIER_nondet_uchar() & 3;
    assert((x << n) >> n == x);
    return 0;
}

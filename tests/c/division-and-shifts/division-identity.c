// expect: TRUE
// about: quotient times divisor plus remainder is the dividend, for all pairs of bytes
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    if (b != 0) {
        unsigned char q = a / b, r = a % b;
        assert((unsigned char)(q * b + r) == a);
        assert(r < b);
    }
    return 0;
}

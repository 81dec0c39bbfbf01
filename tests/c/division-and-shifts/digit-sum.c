// expect: FALSE
// about: the digits of a number of two digits may sum up to 18
// violation: 11
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n < 100) {
        unsigned char sum = n / 10 + n % 10;
        assert(sum <= 17);
    }
    return 0;
}

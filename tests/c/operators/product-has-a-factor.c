// expect: FALSE
// about: a product may be what the factors are not
// violation: 10
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    if (a > 1 && b > 1 && a * b == 143) {
        assert(a != 11);
    }
    return 0;
}

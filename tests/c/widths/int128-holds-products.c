// expect: TRUE
// about: the product of two 64-bit numbers by a constant needs 128 bits
#include <assert.h>
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
    unsigned long long a = __VERIFIER_nondet_ulonglong();
    unsigned __int128 wide = (unsigned __int128)a * 4;
    assert((unsigned long long)(wide >> 64) == a >> 62);
    assert((unsigned long long)wide == a << 2);
    return 0;
}

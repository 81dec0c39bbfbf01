// expect: TRUE
// about: _BitInt of 5 and 33 bits wraps at its own width
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned _BitInt(5) a = (unsigned _BitInt(5))__VERIFIER_nondet_uint();
    unsigned _BitInt(5) b = a + (unsigned _BitInt(5))31;
    b = b + (unsigned _BitInt(5))1;
    assert(a == b);
    assert(a <= 31);
    return 0;
}

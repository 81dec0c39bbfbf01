// expect: TRUE
// about: de Morgan's laws and what exclusive or means, bit by bit
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    assert(~(a & b) == (~a | ~b));
    assert(~(a | b) == (~a & ~b));
    assert((a ^ b) == ((a | b) & ~(a & b)));
    assert((a ^ b ^ b) == a);
    return 0;
}

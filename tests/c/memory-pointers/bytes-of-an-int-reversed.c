// expect: FALSE
// about: the bytes of an int are not highest first
// data-models: ILP32 LP64
// violation: 13
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    const unsigned char *bytes = (const unsigned char *)&x;
    unsigned again = 0;
    for (int i = 0; i < 4; i++) again |= (unsigned)bytes[i] << 8 * (3 - i);
    assert(again == x);
    return 0;
}

// expect: TRUE
// about: the bytes of an int, lowest first
// data-models: ILP32 LP64
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    const unsigned char *bytes = (const unsigned char *)&x;
    unsigned again = 0;
    for (int i = 0; i < 4; i++) again |= (unsigned)bytes[i] << 8 * i;
    assert(again == x);
    return 0;
}

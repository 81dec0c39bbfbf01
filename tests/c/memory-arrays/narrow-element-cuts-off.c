// expect: FALSE
// about: an element of a char array does not keep an int
// violation: 18
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    short s[4] = {-1, -2, -3, -4};
    signed char c[4] = {0};
    unsigned i = __VERIFIER_nondet_uint() % 4;
    int value = (short)__VERIFIER_nondet_int();
    s[i] = (short)value;
    c[i] = (signed char)s[i];
    assert((s[i] & 0xffff) == (value & 0xffff));
    assert((c[i] & 0xff) == (value & 0xff));
    assert(s[(i + 1) % 4] == -1 - (int)((i + 1) % 4));
    assert(c[i] == value);
    return 0;
}

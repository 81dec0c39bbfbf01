// expect: TRUE
// about: elements of short and char keep what fits
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    short s[4] = {-1, -2, -3, -4};
    signed char c[4] = {0};
    unsigned i = __VERIFIER_nondet_uint() % 4;
    int value = __VERIFIER_nondet_int();
    s[i] = (short)value;
    c[i] = (signed char)s[i];
    assert((s[i] & 0xffff) == (value & 0xffff));
    assert((c[i] & 0xff) == (value & 0xff));
    assert(s[(i + 1) % 4] == -1 - (int)((i + 1) % 4));
    assert(c[i] >= -128 && c[i] <= 127);
    return 0;
}

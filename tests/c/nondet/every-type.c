// expect: TRUE
// about: each function for inputs gives a value in the range of its type
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    unsigned char uc = __VERIFIER_nondet_uchar();
    short s = __VERIFIER_nondet_short();
    unsigned short us = __VERIFIER_nondet_ushort();
    _Bool b = __VERIFIER_nondet_bool();
    assert(c >= -128 && c <= 127);
    assert(uc <= 255);
    assert(s >= -32768 && s <= 32767);
    assert(us <= 65535);
    assert(b == 0 || b == 1);
    return 0;
}

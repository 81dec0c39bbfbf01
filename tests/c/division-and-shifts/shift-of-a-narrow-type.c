// expect: TRUE
// about: a narrow operand is promoted before it is shifted
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    assert((c << 8) >> 8 == c);
    assert((unsigned char)(c << 8) == 0);
    signed char s = __VERIFIER_nondet_char();
    assert(s >> 7 == (s < 0 ? -1 : 0));
    return 0;
}

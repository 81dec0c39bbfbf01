// expect: TRUE
// about: adding 65536 to a short changes nothing
#include <assert.h>
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    short s = __VERIFIER_nondet_short();
    short t = s + 65536;
    assert(t == s);
    unsigned short u = __VERIFIER_nondet_ushort();
    u += 1;
    assert(u <= 65535);
    return 0;
}

// expect: FALSE
// about: writes to a volatile object are not lost
// violation: 15
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static volatile unsigned control, status;
static void start(volatile unsigned *reg, unsigned bits) { *reg = *reg | bits; }
int main(void) {
    unsigned bits = __VERIFIER_nondet_uint() & 0xf0;
    start(&control, 1);
    start(&control, bits);
    status = 3;
    unsigned seen = control;
    assert((seen & 1) == 1 && (seen & ~1u) == 0);
    return 0;
}

// expect: TRUE
// about: a constant global has its value
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static const int limit = 10;
const unsigned char mask = 0x0f;
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar() & mask;
    assert(x <= 15);
    assert(limit == 10);
    return 0;
}

// expect: TRUE
// about: a set of small numbers, one bit each
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned char bitmap[4];
static void include(unsigned n) { bitmap[n / 8] |= (unsigned char)(1u << n % 8); }
static void exclude(unsigned n) { bitmap[n / 8] &= (unsigned char)~(1u << n % 8); }
static _Bool contains(unsigned n) { return bitmap[n / 8] >> n % 8 & 1; }
int main(void) {
    unsigned a = __VERIFIER_nondet_uint() % 32, b = __VERIFIER_nondet_uint() % 32;
    include(a);
    assert(contains(a) && contains(b) == (a == b));
    exclude(b);
    assert(contains(a) == (a != b));
    return 0;
}

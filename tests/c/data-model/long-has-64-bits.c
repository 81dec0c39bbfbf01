// expect: FALSE
// about: LP64: a long may be larger than any unsigned int
// options: --data-model LP64
// violation: 11
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
    assert(sizeof(long) == 8 && sizeof(void *) == 8);
    assert((unsigned)x == x);
    return 0;
}

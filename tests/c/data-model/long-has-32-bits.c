// expect: TRUE
// about: ILP32: long and pointers have four bytes
// options: --data-model ILP32
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
    assert(sizeof(long) == 4 && sizeof(void *) == 4);
    assert(x <= 4294967295ul);
    assert((unsigned)x == x);
    return 0;
}

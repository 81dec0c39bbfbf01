// expect: FALSE
// about: ILP32: a number of 64 bits does not fit into its low half
// options: --data-model ILP32
// violation: 15
#include <assert.h>
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static void set_high(unsigned long long *number, unsigned high) { ((unsigned *)number)[1] = high; }
int main(void) {
    unsigned long long x = __VERIFIER_nondet_ulonglong();
    unsigned low = (unsigned)x, high = __VERIFIER_nondet_uint();
    set_high(&x, high);
    assert(sizeof(long) == 4);
    assert(x == low);
    assert(*(unsigned *)&x == low);
    return 0;
}

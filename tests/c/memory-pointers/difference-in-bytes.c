// expect: FALSE
// about: the difference of two pointers in bytes is not that in elements
// data-models: ILP32 LP64
// violation: 14
#include <assert.h>
#include <stddef.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    short a[6] = {0};
    unsigned i = __VERIFIER_nondet_uint() % 6, j = __VERIFIER_nondet_uint() % 6;
    short *p = &a[i], *q = &a[j];
    ptrdiff_t distance = (char *)q - (char *)p;
    assert(distance == (int)j - (int)i);
    assert((p < q) == (i < j));
    assert((p == q) == (i == j));
    return 0;
}

// expect: FALSE
// about: one element of a local array is not set
// violation: 11
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char a[4];
    for (unsigned i = 0; i < 3; i++) a[i] = i;
    unsigned at = __VERIFIER_nondet_uint() % 4;
    assert(a[at] == at);
    return 0;
}

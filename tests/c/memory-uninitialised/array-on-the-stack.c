// expect: TRUE
// about: all elements of a local array are set before they are read
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char a[4];
    for (unsigned i = 0; i < 4; i++) a[i] = i;
    unsigned at = __VERIFIER_nondet_uint() % 4;
    assert(a[at] == at);
    return 0;
}

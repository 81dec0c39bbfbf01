// expect: TRUE
// about: an array whose length is decided at run time
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 3 + 2;
    unsigned char a[n];
    for (unsigned i = 0; i < n; i++) a[i] = (unsigned char)(10 * i);
    unsigned at = __VERIFIER_nondet_uint() % n;
    a[at] = __VERIFIER_nondet_uchar();
    assert(sizeof a == n);
    assert(at == 1 || a[1] == 10);
    return 0;
}

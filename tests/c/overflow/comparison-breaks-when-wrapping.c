// expect: FALSE
// about: comparing two counters directly fails where one has wrapped
// violation: 10
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char start = __VERIFIER_nondet_uchar();
    unsigned char end = start + 3;
    assert(start < end);
    return 0;
}

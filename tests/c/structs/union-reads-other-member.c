// expect: TRUE
// about: a union read through its other member gives the low byte on this machine
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

union word { unsigned whole; unsigned char low; };
int main(void) {
    union word w;
    w.whole = __VERIFIER_nondet_uint();
    assert(w.low == (w.whole & 255));
    return 0;
}

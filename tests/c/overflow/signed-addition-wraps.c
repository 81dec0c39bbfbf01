// expect: FALSE
// about: x + 1 > x is not a law: signed arithmetic goes round
// violation: 9
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x + 1 > x);
    return 0;
}

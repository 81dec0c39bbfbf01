// expect: FALSE
// about: a majority vote written with the wrong operator
// violation: 10
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_bool();
    _Bool majority = (a & b) | (b & c) | (a ^ c);
    if (a + b + c < 2) assert(!majority);
    return 0;
}

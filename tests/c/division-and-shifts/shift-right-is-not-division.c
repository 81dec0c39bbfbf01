// expect: FALSE
// about: >> of a negative number rounds down, / rounds towards zero
// violation: 9
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x >> 1 == x / 2);
    return 0;
}

// expect: FALSE
// about: an assumption after the error does not help
// violation: 10
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 12);
    __VERIFIER_assume(x != 12);
    return 0;
}

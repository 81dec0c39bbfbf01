// expect: TRUE
// about: addition and subtraction undo each other, whatever overflows
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    assert((int)((unsigned)a + (unsigned)b - (unsigned)b) == a);
    assert(a + b == b + a);
    assert(-a == ~a + 1);
    return 0;
}

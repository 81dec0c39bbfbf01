// expect: TRUE
// about: the division that overflows is kept away, all others are fine
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_bool() ? -1 : 1;
    if (a == -2147483647 - 1 && b == -1) return 0;
    assert(a / b == (b == 1 ? a : -a));
    assert(a % b == 0);
    return 0;
}

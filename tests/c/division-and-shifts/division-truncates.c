// expect: TRUE
// about: division rounds towards zero and the remainder has the sign of the dividend
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    assert(-7 / 2 == -3 && -7 % 2 == -1);
    assert(7 / -2 == -3 && 7 % -2 == 1);
    signed char a = __VERIFIER_nondet_char();
    int q = a / 4, r = a % 4;
    assert(q * 4 + r == a);
    assert(r > -4 && r < 4);
    if (a < 0) assert(r <= 0);
    return 0;
}

// expect: FALSE
// about: the least number is divided by minus one
// options: --check overflow
// check: overflow
// violation: 12
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0) return 0;
    return a / b == 3;
}

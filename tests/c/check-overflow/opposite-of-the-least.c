// expect: FALSE
// about: the absolute value of the least number
// options: --check overflow
// check: overflow
// violation: 10
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

static int absolute(int x) {
    return x < 0 ? -x : x;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    return absolute(x) == 3;
}

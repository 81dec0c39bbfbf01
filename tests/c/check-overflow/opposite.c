// expect: TRUE
// about: the absolute value of all numbers but the least
// options: --check overflow
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

static int absolute(int x) {
    return x < 0 ? -x : x;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == INT_MIN) return 0;
    return absolute(x) == 3;
}

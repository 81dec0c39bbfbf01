// expect: TRUE
// about: comparisons and ! give 0 or 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int less = a < b, equal = a == b, greater = a > b;
    assert(less + equal + greater == 1);
    assert(!!a == (a != 0));
    assert((a <= b) == !(a > b));
    return 0;
}

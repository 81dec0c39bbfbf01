// expect: FALSE
// about: the absolute value of the least int is negative
// violation: 10
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int absolute = x < 0 ? -x : x;
    assert(absolute >= 0);
    return 0;
}

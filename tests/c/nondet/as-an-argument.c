// expect: FALSE
// about: inputs handed straight to a function
// violation: 11
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

int choose(int a, int b, _Bool first) { return first ? a : b; }
int main(void) {
    int r = choose(__VERIFIER_nondet_int(), 5, __VERIFIER_nondet_bool());
    assert(r != 123456);
    return 0;
}

// expect: FALSE
// about: a global still has its initial value before the first call
// violation: 12
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

int level = 4;
void set(int x) { level = x; }
int main(void) {
    if (__VERIFIER_nondet_bool()) set(__VERIFIER_nondet_int());
    assert(level != 4);
    return 0;
}

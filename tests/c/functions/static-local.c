// expect: FALSE
// about: a static local variable remembers across calls
// violation: 14
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

static int next(void) {
    static int n = 0;
    return ++n;
}
int main(void) {
    next();
    if (__VERIFIER_nondet_bool()) next();
    assert(next() == 2);
    return 0;
}

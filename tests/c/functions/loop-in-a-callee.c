// expect: TRUE
// about: a loop in a function that is called twice
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

static unsigned wait(unsigned x) {
    while (__VERIFIER_nondet_bool()) x ^= 1;
    return x & ~1u;
}
int main(void) {
    unsigned x = wait(4);
    assert(x == 4);
    x = wait(x + 2);
    assert(x == 6);
    return 0;
}

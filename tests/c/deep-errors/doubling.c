// expect: FALSE
// about: doubling reaches a thousand in ten rounds
// violation: 11
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned x = 1;
    while (__VERIFIER_nondet_bool()) {
        x = x * 2;
        assert(x < 1000);
    }
    return 0;
}

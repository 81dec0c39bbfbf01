// expect: FALSE
// about: a double that comes to a third number
// violation: 16
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    double state = 0.5;
    while (__VERIFIER_nondet_bool()) {
        if (state == 0.5) {
            state = 1.5;
        } else if (state == 1.5) {
            state = 2.5;
        }
    }
    assert(state != 2.5);
    return 0;
}

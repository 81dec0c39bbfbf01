// expect: TRUE
// about: what is computed does not matter to the protocol
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    int held = 0;
    while (__VERIFIER_nondet_bool()) {
        if (!held) {
            held = 1;
        }
        x = x * 3.5 + 1.0 / x;
        if (x > 7.0) {
            x = x - 2.25;
        }
        assert(held);
        held = 0;
    }
    return 0;
}

// expect: TRUE
// about: a break in a switch leaves the switch and not the loop around it
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int rounds = 0;
    for (int i = 0; i < 5; i++) {
        switch (__VERIFIER_nondet_int()) {
        case 0: break;
        case 1: break;
        default: break;
        }
        rounds++;
    }
    assert(rounds == 5);
    return 0;
}

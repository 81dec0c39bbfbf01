// expect: FALSE
// about: two processes that look before they announce themselves meet
// violation: 20
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int pc0 = 0, pc1 = 0;
    _Bool in0 = 0, in1 = 0;
    while (1) {
        if (__VERIFIER_nondet_bool()) {
            if (pc0 == 0) { if (!in1) pc0 = 1; }
            else if (pc0 == 1) { in0 = 1; pc0 = 2; }
            else { in0 = 0; pc0 = 0; }
        } else {
            if (pc1 == 0) { if (!in0) pc1 = 1; }
            else if (pc1 == 1) { in1 = 1; pc1 = 2; }
            else { in1 = 0; pc1 = 0; }
        }
        assert(!(pc0 == 2 && pc1 == 2));
    }
}

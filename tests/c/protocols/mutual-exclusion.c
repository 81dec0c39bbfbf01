// expect: TRUE
// about: Peterson's algorithm for two processes, interleaved step by step
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int pc0 = 0, pc1 = 0, turn = 0;
    _Bool want0 = 0, want1 = 0;
    while (1) {
        if (__VERIFIER_nondet_bool()) {
            if (pc0 == 0) { want0 = 1; pc0 = 1; }
            else if (pc0 == 1) { turn = 1; pc0 = 2; }
            else if (pc0 == 2) { if (!want1 || turn == 0) pc0 = 3; }
            else { want0 = 0; pc0 = 0; }
        } else {
            if (pc1 == 0) { want1 = 1; pc1 = 1; }
            else if (pc1 == 1) { turn = 0; pc1 = 2; }
            else if (pc1 == 2) { if (!want0 || turn == 1) pc1 = 3; }
            else { want1 = 0; pc1 = 0; }
        }
        assert(!(pc0 == 3 && pc1 == 3));
    }
}

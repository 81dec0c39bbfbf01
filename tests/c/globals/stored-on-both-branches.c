// expect: TRUE
// about: a global that every branch sets
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int mode;
int main(void) {
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) mode = 1;
        else mode = 2;
        assert(mode == 1 || mode == 2);
    }
    return 0;
}

// expect: FALSE
// about: leaving the inner loop is not leaving the outer one
// violation: 15
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int outer = 0;
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            if (__VERIFIER_nondet_bool()) break;
        }
        outer++;
    }
    assert(outer < 5);
    return 0;
}

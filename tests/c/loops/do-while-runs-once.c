// expect: TRUE
// about: the body of do … while runs before the condition is looked at
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int ran = 0;
    do {
        ran = 1;
    } while (__VERIFIER_nondet_bool());
    assert(ran == 1);
    return 0;
}

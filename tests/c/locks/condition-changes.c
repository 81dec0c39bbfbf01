// expect: FALSE
// about: the condition under which a lock was taken changes before it is released
// violation: 11
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int p = __VERIFIER_nondet_int(), lock = 0;
    while (__VERIFIER_nondet_bool()) {
        assert(lock == 0);
        if (p > 3) lock = 1;
        p = p + __VERIFIER_nondet_bool() - 1;
        if (p > 3) lock = 0;
    }
    return 0;
}

// expect: TRUE
// about: the lock is held at the end of the loop exactly if nothing changed
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int lock = 0, new, old;
    do {
        lock = 1;
        old = new = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_bool()) {
            lock = 0;
            new++;
        }
    } while (new != old);
    assert(lock == 1);
    return 0;
}

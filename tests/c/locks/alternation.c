// expect: TRUE
// about: a lock is taken and released in turns
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int lock = 0;
void take(void) { assert(lock == 0); lock = 1; }
void release(void) { assert(lock == 1); lock = 0; }
int main(void) {
    while (__VERIFIER_nondet_bool()) {
        take();
        if (__VERIFIER_nondet_bool()) {
            release();
            take();
        }
        release();
    }
    return 0;
}

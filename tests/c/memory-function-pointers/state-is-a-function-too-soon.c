// expect: FALSE
// about: a machine whose state is a pointer to a function, one of which goes astray
// violation: 18
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

typedef void handler(void);
static handler idle, busy, done;
static handler *state = idle;
static _Bool owner;
static void idle(void) {
    if (__VERIFIER_nondet_bool()) {
        owner = 1;
        state = busy;
    }
}
static void busy(void) {
    assert(owner);
    if (__VERIFIER_nondet_bool()) state = done;
}
static void done(void) {
    owner = 0;
    state = __VERIFIER_nondet_bool() ? idle : busy;
}
int main(void) {
    while (__VERIFIER_nondet_bool()) state();
    return 0;
}

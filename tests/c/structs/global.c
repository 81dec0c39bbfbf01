// expect: FALSE
// about: a global struct, changed by functions
// violation: 16
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

struct config { int mode; int limit; } config = {1, 10};
void set_mode(int mode) { if (mode >= 0 && mode <= 3) config.mode = mode; }
void set_limit(int limit) { if (config.mode == 2) config.limit = limit; }
int main(void) {
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) set_mode(__VERIFIER_nondet_int());
        else set_limit(__VERIFIER_nondet_int());
        assert(config.mode <= 3);
        assert(config.limit == 10);
    }
    return 0;
}

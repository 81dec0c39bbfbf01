// expect: TRUE
// about: a cycle through an enum never leaves it
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

enum phase { FETCH, DECODE, EXECUTE, PHASES };
int main(void) {
    enum phase p = FETCH;
    while (__VERIFIER_nondet_bool()) {
        p = p + 1;
        if (p == PHASES) p = FETCH;
        assert(p < PHASES);
    }
    return 0;
}

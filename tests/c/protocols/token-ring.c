// expect: TRUE
// about: three stations hand a token on: exactly one has it
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    _Bool a = 1, b = 0, c = 0;
    while (__VERIFIER_nondet_bool()) {
        int who = __VERIFIER_nondet_int();
        if (who == 0 && a) { a = 0; b = 1; }
        else if (who == 1 && b) { b = 0; c = 1; }
        else if (who == 2 && c) { c = 0; a = 1; }
        assert(a + b + c == 1);
    }
    return 0;
}

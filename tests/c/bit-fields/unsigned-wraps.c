// expect: TRUE
// about: an unsigned bit-field of three bits counts modulo eight
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

struct flags { unsigned count : 3; unsigned rest : 5; };
int main(void) {
    struct flags f = {0, 21};
    while (__VERIFIER_nondet_bool()) f.count++;
    assert(f.count < 8);
    assert(f.rest == 21);
    return 0;
}

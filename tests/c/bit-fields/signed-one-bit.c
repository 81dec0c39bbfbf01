// expect: FALSE
// about: a signed bit-field of one bit is 0 or -1, never 1
// violation: 11
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

struct flag { signed on : 1; };
int main(void) {
    struct flag f = {0};
    if (__VERIFIER_nondet_bool()) f.on = 1;
    assert(f.on == 0 || f.on == 1);
    return 0;
}

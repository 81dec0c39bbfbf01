// expect: FALSE
// about: an endless program whose values add up to too much
// violation: 14
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

static unsigned levels[4];
int main(void) {
    while (__VERIFIER_nondet_bool()) {
        unsigned channel = __VERIFIER_nondet_uint() % 4, level = __VERIFIER_nondet_uint();
        if (level <= 100) levels[channel] += level;
        unsigned shown = levels[__VERIFIER_nondet_uint() % 4];
        assert(shown <= 100);
    }
    return 0;
}

// expect: TRUE
// about: a flag and the parity of a counter change together
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned n = 0;
    _Bool odd = 0;
    while (__VERIFIER_nondet_bool()) {
        n++;
        odd = !odd;
        assert(odd == (n & 1));
    }
    return 0;
}

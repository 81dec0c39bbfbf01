// expect: TRUE
// about: the sum of the first squares has a closed form, also where it wraps around
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = 0, sum = 0;
    while (i < n) {
        i = i + 1;
        sum = sum + i * i;
        assert(6 * sum == i * (i + 1) * (2 * i + 1));
    }
    return 0;
}

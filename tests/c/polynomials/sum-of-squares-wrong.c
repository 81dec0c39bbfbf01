// expect: FALSE
// about: the sum of squares is not what the closed form says if the last one is left out
// violation: 11
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = 0, sum = 0;
    while (i < n) {
        assert(6 * sum == i * (i + 1) * (2 * i + 1));
        sum = sum + i * i;
        i = i + 1;
    }
    return 0;
}

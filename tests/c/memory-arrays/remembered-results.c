// expect: TRUE
// about: results are computed once and looked up afterwards
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned known[8] = {0, 1};
static unsigned fibonacci(unsigned n) {
    for (unsigned i = 2; i <= n; i++)
        if (known[i] == 0) known[i] = known[i - 1] + known[i - 2];
    return known[n];
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 4;
    unsigned first = fibonacci(n);
    assert(fibonacci(3) == 2);
    assert(fibonacci(n) == first);
    return 0;
}

// expect: FALSE
// about: a table of results that is changed between two uses
// violation: 17
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned known[8] = {0, 1};
static unsigned fibonacci(unsigned n) {
    for (unsigned i = 2; i <= n; i++)
        if (known[i] == 0) known[i] = known[i - 1] + known[i - 2];
    return known[n];
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 6;
    unsigned first = fibonacci(n);
    known[3] = 3;
    assert(fibonacci(n) == first);
    return 0;
}

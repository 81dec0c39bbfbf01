// expect: FALSE
// about: memory from alloca holds any value
// violation: 17
#include <alloca.h>
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned polynomial(unsigned terms) {
    unsigned *power = alloca(terms * sizeof *power);
    unsigned sum = 0;
    for (unsigned i = 0; i < terms; i++) if (i > 0) power[i] = 2 * power[i - 1];
    for (unsigned i = 0; i < terms; i++) sum += power[i];
    return sum;
}
int main(void) {
    unsigned terms = __VERIFIER_nondet_uint() % 4 + 1;
    assert(polynomial(terms) == (1u << terms) - 1);
    return 0;
}

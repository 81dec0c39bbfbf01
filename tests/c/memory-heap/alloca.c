// expect: TRUE
// about: memory that lives as long as its function
#include <alloca.h>
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned polynomial(unsigned terms) {
    unsigned *power = alloca(terms * sizeof *power);
    unsigned sum = 0;
    for (unsigned i = 0; i < terms; i++) power[i] = i == 0 ? 1 : 2 * power[i - 1];
    for (unsigned i = 0; i < terms; i++) sum += power[i];
    return sum;
}
int main(void) {
    unsigned terms = __VERIFIER_nondet_uint() % 4 + 1;
    assert(polynomial(terms) == (1u << terms) - 1);
    return 0;
}

// expect: TRUE
// about: a counter never passes a bound that is not known
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = 0;
    while (i < n) i++;
    assert(i == n);
    return 0;
}

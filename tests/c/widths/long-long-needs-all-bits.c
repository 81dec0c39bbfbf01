// expect: FALSE
// about: a 64-bit constant that differs from its low 32 bits
// inputs: 5727745928
// violation: 11
#include <assert.h>
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
    long long x = __VERIFIER_nondet_longlong();
    if ((int)x == 0x55667788) {
        assert(x == 0x55667788LL);
    }
    return 0;
}

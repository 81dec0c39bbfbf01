// expect: TRUE
// about: >> of signed numbers copies the sign, of unsigned ones fills zeros
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert((x >> 31) == (x < 0 ? -1 : 0));
    assert(((unsigned)x >> 31) == (x < 0 ? 1u : 0u));
    return 0;
}

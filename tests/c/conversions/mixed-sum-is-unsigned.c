// expect: TRUE
// about: int plus unsigned is unsigned
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    unsigned b = __VERIFIER_nondet_uint();
    assert(a + b >= 0);
    assert((a - b > 0) == ((unsigned)a != b));
    return 0;
}

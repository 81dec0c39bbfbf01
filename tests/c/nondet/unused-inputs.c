// expect: FALSE
// about: values that do not matter still take their place in the order
// violation: 14
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += __VERIFIER_nondet_char() & 0;
    unsigned x = __VERIFIER_nondet_uint();
    assert(x != 77 || sum != 0);
    return 0;
}

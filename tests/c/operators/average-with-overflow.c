// expect: FALSE
// about: the average of two numbers by way of their sum
// violation: 10
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned average = (a + b) / 2;
    assert(average == (unsigned)(((unsigned long long)a + b) / 2));
    return 0;
}

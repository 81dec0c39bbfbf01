// expect: TRUE
// about: the average of two numbers from their common and their different bits
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned average = (a & b) + ((a ^ b) >> 1);
    assert(average == (unsigned)(((unsigned long long)a + b) / 2));
    return 0;
}

// expect: TRUE
// about: long long is wide enough for unsigned, so the comparison is as in mathematics
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
    long long a = __VERIFIER_nondet_longlong();
    unsigned b = __VERIFIER_nondet_uint();
    if (a < 0) assert(a < b);
    return 0;
}

// expect: TRUE
// about: the builtin that checks for overflow tells exactly when the sum fits
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum;
    if (!__builtin_add_overflow(a, b, &sum)) assert((long long)sum == (long long)a + b);
    else assert((long long)a + b > 2147483647LL || (long long)a + b < -2147483648LL);
    return 0;
}

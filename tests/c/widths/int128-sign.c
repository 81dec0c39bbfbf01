// expect: FALSE
// about: a negative __int128 whose low half looks positive
// violation: 10
#include <assert.h>
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
    unsigned long long high = __VERIFIER_nondet_ulonglong();
    __int128 x = ((__int128)high << 64) | 5;
    if ((long long)x == 5) assert(x > 0);
    return 0;
}

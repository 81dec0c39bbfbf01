// expect: FALSE
// about: sums of beginnings, off by one
// violation: 20
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char a[4];
    int sum[5] = {0};
    for (int i = 0; i < 4; i++) {
        a[i] = __VERIFIER_nondet_uchar();
        sum[i + 1] = sum[i] + a[i];
    }
    unsigned low = __VERIFIER_nondet_uint(), high = __VERIFIER_nondet_uint();
    __VERIFIER_assume(low <= high && high <= 4);
    int direct = 0;
    for (unsigned i = low; i < high; i++) direct += a[i];
    assert(sum[high] - sum[low ? low - 1 : 0] == direct);
    return 0;
}

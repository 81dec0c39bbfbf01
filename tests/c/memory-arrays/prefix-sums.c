// expect: TRUE
// about: sums of all beginnings of an array
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char a[3];
    int sum[4] = {0};
    for (int i = 0; i < 3; i++) {
        a[i] = __VERIFIER_nondet_uchar();
        sum[i + 1] = sum[i] + a[i];
    }
    unsigned low = __VERIFIER_nondet_uint(), high = __VERIFIER_nondet_uint();
    __VERIFIER_assume(low <= high && high <= 3);
    int direct = 0;
    for (unsigned i = low; i < high; i++) direct += a[i];
    assert(sum[high] - sum[low] == direct);
    return 0;
}

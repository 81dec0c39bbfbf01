// expect: FALSE
// about: a comparison of bytes does not stop at zero
// violation: 12
#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a[3] = {1, 0, __VERIFIER_nondet_uchar()}, b[3] = {1, 0, 0};
    assert(memcmp(a, b, 2) == 0);
    int order = memcmp(a, b, 3);
    assert(order == strcmp((char *)a, (char *)b));
    return 0;
}

// expect: TRUE
// about: bytes are compared up to a number
#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a[3] = {1, 0, __VERIFIER_nondet_uchar()}, b[3] = {1, 0, __VERIFIER_nondet_uchar()};
    assert(memcmp(a, b, 2) == 0);
    int order = memcmp(a, b, 3);
    assert((order < 0) == (a[2] < b[2]));
    assert((order == 0) == (a[2] == b[2]));
    return 0;
}

// expect: FALSE
// about: the digits of a number, taken from the wrong end
// violation: 24
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct digits {
    unsigned char digit[3];
    int length;
};
static struct digits split(unsigned char x) {
    struct digits d = {.length = 3};
    for (int i = 2; i >= 0; i--) {
        d.digit[i] = x % 10;
        x /= 10;
    }
    return d;
}
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    struct digits d = split(x);
    assert(d.length == 3 && d.digit[__VERIFIER_nondet_uint() % 3] <= 9);
    assert(d.digit[2] * 100 + d.digit[1] * 10 + d.digit[0] == x);
    return 0;
}

// expect: TRUE
// about: a function returns a struct by value
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct result { int quotient; int remainder; };
static struct result divide(unsigned char a) {
    struct result r = {a / 8, a % 8};
    return r;
}
int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    struct result r = divide(a);
    assert(r.quotient * 8 + r.remainder == a);
    return 0;
}

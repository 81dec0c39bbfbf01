// expect: TRUE
// about: the greatest common divisor of a number with itself by subtraction
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    if (a == 0) return 0;
    unsigned char x = a, y = a;
    while (x != y) {
        if (x > y) x -= y;
        else y -= x;
    }
    assert(x == a);
    return 0;
}

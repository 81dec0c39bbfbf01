// expect: TRUE
// about: the comma's value is its right side, and compound assignments read before they write
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = (x++, x + 1);
    assert(y == x + 1);
    int z = y;
    z += z;
    z -= y;
    assert(z == y);
    z |= 1;
    z &= 1;
    assert(z == 1);
    return 0;
}

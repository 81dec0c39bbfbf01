// expect: FALSE
// about: a number is clamped to a range whose ends are confused
// check: assert
// violation: 15
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int clamp(int x, int low, int high) {
    if (x < low) return low;
    return x > high ? high : x;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = clamp(x, 5, -5);
    assert(y >= -5 && y <= 5 && (x < -5 || x > 5 || y == x));
    return 0;
}

// expect: UNKNOWN: another way of rounding
// about: a third, rounded up, is more than a third
#include <fenv.h>
extern void reach_error(void);

int main(void) {
    volatile double one = 1, three = 3;
    fesetround(FE_UPWARD);
    if (one / three * 3 > 1) reach_error();
    return 0;
}

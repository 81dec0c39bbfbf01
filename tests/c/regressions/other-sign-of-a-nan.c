// expect: UNKNOWN: NaN
// about: zero divided by zero may be positive, but is not on this machine
#include <math.h>
extern void reach_error(void);

int main(void) {
    double zero = 0, none = zero / zero;
    if (!signbit(none)) reach_error();
    return 0;
}

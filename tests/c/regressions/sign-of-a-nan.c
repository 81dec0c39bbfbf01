// expect: FALSE
// about: zero divided by zero is negative on this machine, which is free to choose
// violation: 9
#include <math.h>
extern void reach_error(void);

int main(void) {
    double zero = 0, none = zero / zero;
    if (signbit(none)) reach_error();
    return 0;
}

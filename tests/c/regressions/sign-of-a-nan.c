// expect: UNKNOWN: bits of a NaN
// about: zero divided by zero is negative on x86, which is free to choose; the interpreter chooses otherwise
#include <math.h>
extern void reach_error(void);

int main(void) {
    double zero = 0, none = zero / zero;
    if (signbit(none)) reach_error();
    return 0;
}

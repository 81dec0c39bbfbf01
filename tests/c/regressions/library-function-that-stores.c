// expect: UNKNOWN: modf
// about: a function of the C library stores, though functions without a body are assumed not to
// options: --sv-comp
#include <math.h>
extern void reach_error(void);

int main(void) {
    double whole = 0;
    modf(2.5, &whole);
    if (whole == 2) reach_error();
    return 0;
}

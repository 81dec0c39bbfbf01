// expect: UNKNOWN: creal
// about: a part of a complex number is not any number
#include <complex.h>
extern void reach_error(void);

int main(void) {
    double complex number = 1 + 2 * I;
    if (creal(number) != 1) reach_error();
    return 0;
}

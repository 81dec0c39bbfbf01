// expect: UNKNOWN: pow
// about: what a function of the C library computes is not any number, though it has no model
#include <math.h>
extern void reach_error(void);

int main(void) {
    if (pow(2, 3) != 8) reach_error();
    return 0;
}

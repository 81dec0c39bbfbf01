// expect: TRUE
// about: there are two zeros, which are equal
#include <assert.h>
#include <math.h>

int main(void) {
    double x = 0.0;
    double y = -x;
    assert(x == y && !signbit(x) && signbit(y) && 1.0 / y < 0.0);
    return 0;
}

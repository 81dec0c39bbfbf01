// expect: TRUE
// about: of two zeros fmin and fmax give one of them
#include <assert.h>
#include <math.h>

int main(void) {
    assert(fmax(-0.0, 0.0) == 0 && fmax(0.0, -0.0) == 0);
    assert(fminf(-0.0f, 0.0f) == 0 && fminf(0.0f, -0.0f) == 0);
    assert(!signbit(fmax(0.0, 0.0)) && signbit(fmin(-0.0, -0.0)));
    return 0;
}

// expect: UNKNOWN: fmax
// about: which of two zeros fmax gives is left to the machine
#include <assert.h>
#include <math.h>

int main(void) {
    assert(signbit(fmax(-0.0, 0.0)));
    return 0;
}

// expect: TRUE
// about: square roots of small squares are exact
#include <assert.h>
#include <math.h>

int main(void) {
    assert(sqrt(16.0) == 4.0 && sqrtf(2.25f) == 1.5f);
    double x = -1.0;
    double y = sqrt(x);
    assert(isnan(y));
    return 0;
}

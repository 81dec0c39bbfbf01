// expect: TRUE
// about: less, equal and greater exclude one another
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    if (x < y) {
        assert(!(x == y) && !(x > y));
    }
    return 0;
}

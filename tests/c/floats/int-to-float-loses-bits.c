// expect: FALSE
// about: an int has more bits than the significand of a float
// violation: 11
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i > 0 && i < 100000000) {
        float x = i;
        assert((int)x == i);
    }
    return 0;
}

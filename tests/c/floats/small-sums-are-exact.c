// expect: TRUE
// about: integers of a few bits are added exactly
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 100) {
        float x = i;
        assert(x < 100.0f && (int)x == i);
    }
    return 0;
}

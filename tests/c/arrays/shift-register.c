// expect: TRUE
// about: a bit wanders through an array of four
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    _Bool a[4] = {1, 0, 0, 0};
    while (__VERIFIER_nondet_bool()) {
        _Bool last = a[3];
        a[3] = a[2];
        a[2] = a[1];
        a[1] = a[0];
        a[0] = last;
    }
    assert(a[0] + a[1] + a[2] + a[3] == 1);
    return 0;
}

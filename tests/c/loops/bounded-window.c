// expect: TRUE
// about: a number that goes up and down within a window stays in it
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x = 5;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            if (x < 10) x++;
        } else {
            if (x > 0) x--;
        }
    }
    assert(0 <= x && x <= 10);
    return 0;
}

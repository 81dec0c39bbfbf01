// expect: TRUE
// about: an assumption made of a loop that never ends
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 0) {
    stop:
        goto stop;
    }
    assert(x != 0);
    return 0;
}

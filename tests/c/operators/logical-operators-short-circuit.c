// expect: TRUE
// about: the right side of && and || is not evaluated when the left side decides
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int calls = 0;
int touch(int value) {
    calls++;
    return value;
}
int main(void) {
    int a = __VERIFIER_nondet_int();
    int r = a && touch(0);
    assert(calls == (a != 0));
    assert(r == 0);
    calls = 0;
    r = a || touch(1);
    assert(calls == (a == 0));
    assert(r == 1);
    return 0;
}

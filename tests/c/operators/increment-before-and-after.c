// expect: TRUE
// about: ++x gives the new value and x++ the old one
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int old = x;
    int a = x++;
    int b = ++x;
    assert(a == old && b == old + 2 && x == b);
    int c = x--;
    int d = --x;
    assert(c == b && d == old);
    return 0;
}

// expect: FALSE
// about: changing a copy does not change the original
// violation: 12
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct point { int x, y; };
int main(void) {
    struct point a = {1, 2};
    struct point b = a;
    b.x = __VERIFIER_nondet_int();
    assert(a.x == b.x);
    return 0;
}

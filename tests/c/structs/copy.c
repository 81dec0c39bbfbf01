// expect: TRUE
// about: a struct is copied as a whole, and the copy is independent
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct point { int x, y; };
int main(void) {
    struct point a = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    struct point b = a;
    assert(b.x == a.x && b.y == a.y);
    b.x = a.x + 1;
    assert(b.x != a.x && b.y == a.y);
    return 0;
}

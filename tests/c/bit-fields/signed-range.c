// expect: TRUE
// about: a signed bit-field of four bits holds -8 to 7
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct small { int x : 4; int y : 12; };
int main(void) {
    struct small s;
    s.x = __VERIFIER_nondet_int();
    s.y = s.x;
    assert(s.x >= -8 && s.x <= 7);
    assert(s.y == s.x);
    return 0;
}

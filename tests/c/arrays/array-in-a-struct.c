// expect: TRUE
// about: copying a struct copies the array in it
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct vector { int v[2]; };
int main(void) {
    struct vector a = {{__VERIFIER_nondet_int(), __VERIFIER_nondet_int()}};
    struct vector b = a;
    b.v[1] = 0;
    assert(b.v[0] == a.v[0] && b.v[1] == 0);
    return 0;
}

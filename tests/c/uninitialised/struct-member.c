// expect: FALSE
// about: one member of a struct is set, the other is not
// violation: 11
#include <assert.h>

struct pair { int a, b; };
int main(void) {
    struct pair p;
    p.a = 1;
    assert(p.a == 1);
    assert(p.b != 0);
    return 0;
}

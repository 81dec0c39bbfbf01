// expect: TRUE
// about: a field of width zero starts a new unit
#include <assert.h>

struct split { unsigned a : 3; unsigned : 0; unsigned b : 3; };
int main(void) {
    struct split s = {7, 0};
    s.b = s.a + 1;
    assert(sizeof(struct split) == 8);
    assert(s.a == 7 && s.b == 0);
    return 0;
}

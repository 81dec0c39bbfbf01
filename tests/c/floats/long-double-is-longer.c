// expect: TRUE
// about: a long double holds what a double cannot
#include <assert.h>

int main(void) {
    long double x = 9007199254740992.0L;
    double y = 9007199254740992.0;
    assert(x + 1.0L != x);
    assert(y + 1.0 == y);
    return 0;
}

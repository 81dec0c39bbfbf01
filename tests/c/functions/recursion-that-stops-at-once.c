// expect: TRUE
// about: a recursive function whose argument is a constant for which it calls nothing
#include <assert.h>

static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
int main(void) {
    assert(depth(0) == 0);
    return 0;
}

// expect: UNKNOWN: depth
// about: recursion, even where constants bound it
#include <assert.h>

static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
int main(void) {
    assert(depth(0) == 0);
    return 0;
}

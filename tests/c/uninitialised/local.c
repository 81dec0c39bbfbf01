// expect: FALSE
// about: a local variable without a value may have the one that hurts
// violation: 8
#include <assert.h>

int main(void) {
    int x;
    assert(x != 0);
    return 0;
}

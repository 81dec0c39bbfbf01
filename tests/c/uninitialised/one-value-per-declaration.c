// expect: TRUE
// about: an uninitialised variable has one value, however often it is read
#include <assert.h>

int main(void) {
    int x;
    int a = x;
    int b = x;
    assert(a == b);
    assert(x - x == 0);
    return 0;
}

// expect: TRUE
// about: what an uninitialised byte holds can be bounded by a mask
#include <assert.h>

int main(void) {
    unsigned char x;
    unsigned char y = x & 7;
    assert(y < 8);
    return 0;
}

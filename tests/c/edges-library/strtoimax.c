// expect: TRUE
// about: the widest integers are read, too
#include <assert.h>
#include <inttypes.h>

int main(void) {
    assert(strtoimax("-7x", 0, 10) == -7);
    assert(strtoumax("0x10", 0, 16) == 16);
    return 0;
}

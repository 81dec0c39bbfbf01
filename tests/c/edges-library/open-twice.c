// expect: UNKNOWN: open
// about: two open files do not have one number
#include <assert.h>
#include <fcntl.h>

int main(void) {
    int a = open("a", O_RDONLY), b = open("b", O_RDONLY);
    assert(a < 0 || a != b);
    return 0;
}

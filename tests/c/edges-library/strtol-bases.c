// expect: TRUE
// about: letters are digits up to the base
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *end;
    assert(strtol("0x1fz", &end, 0) == 31 && *end == 'z');
    assert(strtol("zz", 0, 36) == 35 * 36 + 35);
    return 0;
}

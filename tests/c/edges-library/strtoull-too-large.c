// expect: TRUE
// about: a number that does not fit is the largest one, also behind a minus sign
#include <assert.h>
#include <stdlib.h>
#include <limits.h>

int main(void) {
    assert(strtoull("-18446744073709551616", 0, 10) == ULLONG_MAX);
    return 0;
}

// expect: TRUE
// about: memcmp looks at all bytes
#include <assert.h>
#include <string.h>
int main(void) {
    char a[4] = {1, 0, 2, 3}, b[4] = {1, 0, 2, 4};
    assert(memcmp(a, b, 3) == 0 && memcmp(a, b, 4) < 0);
    return 0;
}

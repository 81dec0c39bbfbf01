// expect: TRUE
// about: a number that fits is negated in its type
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(strtoul("-18446744073709551615", 0, 10) == 1);
    return 0;
}

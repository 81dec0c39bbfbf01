// expect: TRUE
// about: a result that does not matter does not matter
#include <assert.h>
#include <unistd.h>

int main(void) {
    int x = isatty(0);
    assert(x == x);
    return 0;
}

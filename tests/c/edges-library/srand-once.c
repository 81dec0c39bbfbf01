// expect: FALSE
// about: after a seed, a number may be any
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(7);
    assert(rand() != 12345);
    return 0;
}

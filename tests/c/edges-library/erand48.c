// expect: UNKNOWN: erand48
// about: a function of the library that stores to memory is not taken to leave it alone
// options: --assume-pure-externals
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned short b[3] = {1, 2, 3};
    erand48(b);
    assert(b[0] == 1);
    return 0;
}

// expect: UNKNOWN: ftell
// about: a place in a stream is not any number
// options: --assume-pure-externals
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(ftell(stdin) >= -1);
    return 0;
}

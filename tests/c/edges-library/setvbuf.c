// expect: UNKNOWN: setvbuf
// about: a function of the library that stores to memory is not taken to leave it alone
// options: --assume-pure-externals
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[8] = "a";
    setvbuf(stdout, b, _IOFBF, sizeof b);
    assert(b[0] == 'a');
    return 0;
}

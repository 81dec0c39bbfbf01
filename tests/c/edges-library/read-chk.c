// expect: UNKNOWN: __read_chk
// about: the name that a header gives to a function which stores to memory
// options: --assume-pure-externals
#include <assert.h>
#include <stdio.h>
long __read_chk(int, void *, size_t, size_t);

int main(void) {
    char b[8] = "a";
    __read_chk(0, b, 2, sizeof b);
    assert(b[0] == 'a');
    return 0;
}

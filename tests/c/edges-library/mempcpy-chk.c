// expect: UNKNOWN: __mempcpy_chk
// about: the name that a header gives to a function which stores to memory
// options: --assume-pure-externals
#include <assert.h>
#include <stdio.h>
void *__mempcpy_chk(void *, const void *, size_t, size_t);

int main(void) {
    char b[8] = "a";
    __mempcpy_chk(b, "x", 1, sizeof b);
    assert(b[0] == 'a');
    return 0;
}

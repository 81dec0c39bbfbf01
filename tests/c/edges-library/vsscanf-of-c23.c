// expect: UNKNOWN: __isoc23_vsscanf
// about: the name that a header gives to a function which stores to memory
// options: --assume-pure-externals
#include <assert.h>
#include <stdio.h>
int __isoc23_vsscanf(const char *, const char *, void *);

int main(void) {
    char b[8] = "a";
    __isoc23_vsscanf("x", "%c", b);
    assert(b[0] == 'a');
    return 0;
}

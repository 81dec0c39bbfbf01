// expect: UNKNOWN: dirname
// about: a function of the library that stores to memory is not taken to leave it alone
// options: --assume-pure-externals
#include <assert.h>
#include <libgen.h>

int main(void) {
    char b[] = "a/b";
    dirname(b);
    assert(b[1] == '/');
    return 0;
}

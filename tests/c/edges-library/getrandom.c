// expect: UNKNOWN: getrandom
// about: a function of the library that stores to memory is not taken to leave it alone
// options: --assume-pure-externals
#include <assert.h>
#include <sys/random.h>

int main(void) {
    char b[2] = "a";
    getrandom(b, 2, 0);
    assert(b[0] == 'a');
    return 0;
}

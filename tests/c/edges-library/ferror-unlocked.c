// expect: UNKNOWN: ferror_unlocked
// about: whether a stream has an error is not any number
// options: --assume-pure-externals
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(ferror_unlocked(stdout) == ferror_unlocked(stdout));
    return 0;
}

// expect: UNKNOWN: fileno
// about: the same where functions without a body are taken to return anything
// options: --assume-pure-externals
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(fileno(stdout) >= -1);
    return 0;
}

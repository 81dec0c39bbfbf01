// expect: UNKNOWN: feof
// about: the state of a stream is not any number
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(feof(stdin) == feof(stdin));
    return 0;
}

// expect: UNKNOWN: fileno
// about: a result that is not known is no result that the function cannot have
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(fileno(stdout) >= -1);
    return 0;
}

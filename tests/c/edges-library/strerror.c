// expect: UNKNOWN: strerror
// about: the text of an error is not any memory
#include <assert.h>
#include <string.h>

int main(void) {
    assert(strerror(0) != 0);
    return 0;
}

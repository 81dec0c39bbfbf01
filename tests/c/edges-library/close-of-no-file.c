// expect: TRUE
// about: what is no file is not closed
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(close(-1) == -1);
    return 0;
}

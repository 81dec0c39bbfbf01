// expect: FALSE
// about: a file may not be there
#include <assert.h>
#include <fcntl.h>

int main(void) {
    assert(open("a", O_RDONLY) >= 0);
    return 0;
}

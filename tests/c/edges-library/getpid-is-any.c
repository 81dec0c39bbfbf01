// expect: FALSE
// about: a process may have any positive number
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(getpid() != 4711);
    return 0;
}

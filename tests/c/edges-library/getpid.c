// expect: TRUE
// about: a process has one number, which is positive
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(getpid() > 0);
    assert(getpid() == getpid());
    return 0;
}

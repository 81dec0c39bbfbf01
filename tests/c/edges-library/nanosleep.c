// expect: UNKNOWN: nanosleep
// about: a function of the library that stores to memory is not taken to leave it alone
// options: --assume-pure-externals
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec a = {0, 1}, b = {1, 1};
    nanosleep(&a, &b);
    assert(b.tv_sec == 1);
    return 0;
}

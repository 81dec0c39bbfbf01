// expect: UNKNOWN: timespec_get
// about: a function of the library that stores to memory is not taken to leave it alone
// options: --assume-pure-externals
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec a = {0, 1};
    timespec_get(&a, TIME_UTC);
    assert(a.tv_sec == 0);
    return 0;
}

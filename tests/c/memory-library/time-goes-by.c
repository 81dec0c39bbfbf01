// expect: FALSE
// about: the time may be another when asked again
// violation: 10
#include <assert.h>
#include <time.h>

int main(void) {
    time_t stored = 0;
    time_t returned = time(&stored);
    assert(stored == returned && time(NULL) == returned);
    return 0;
}

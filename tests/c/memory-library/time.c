// expect: TRUE
// about: the time is stored where the caller wants and returned as well
#include <assert.h>
#include <time.h>

int main(void) {
    time_t stored = 0;
    time_t returned = time(&stored);
    assert(stored == returned);
    return 0;
}

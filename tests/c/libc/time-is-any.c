// expect: FALSE
// about: the time is any number
#include <assert.h>
#include <time.h>
int main(void) {
    assert(time(0) != 12345);
    return 0;
}

// expect: UNKNOWN: localtime
// about: what a time is made of is not anything
// options: --assume-pure-externals
#include <assert.h>
#include <time.h>

int main(void) {
    time_t now = time(0);
    struct tm *t = localtime(&now);
    assert(t == 0 || t->tm_mon < 12);
    return 0;
}

// expect: UNKNOWN: which changes 'timezone'
// about: the time zone that programs see
#include <time.h>
extern void reach_error(void);

int main(void) {
    long before = timezone;
    tzset();
    if (timezone != before) reach_error();
    return 0;
}

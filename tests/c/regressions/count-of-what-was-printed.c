// expect: UNKNOWN: printf
// about: three characters are printed, or none
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    if (printf("abc") > 3) reach_error();
    return 0;
}

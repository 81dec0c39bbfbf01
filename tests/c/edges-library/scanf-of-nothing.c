// expect: TRUE
// about: where nothing is to be read, nothing ends before it
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    if (scanf("") != 0) reach_error();
    return 0;
}

// expect: UNKNOWN: atof
// about: the number in a constant text is not any number
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    if (atof("5") == 6) reach_error();
    return 0;
}

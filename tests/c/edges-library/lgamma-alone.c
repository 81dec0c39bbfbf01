// expect: TRUE
// about: the program does not look at the variable that it changes
#include <math.h>
extern void reach_error(void);
static int signgam_of_mine = 3;

int main(void) {
    lgamma(-0.5);
    if (signgam_of_mine != 3) reach_error();
    return 0;
}

// expect: UNKNOWN: which changes 'signgam'
// about: a function of the library that changes a variable of it
#include <math.h>
extern void reach_error(void);

int main(void) {
    int before = signgam;
    lgamma(-0.5);
    if (signgam != before) reach_error();
    return 0;
}

// expect: UNKNOWN: may change 'stdout'
// about: a function of another file may give the variable another stream
#include <stdio.h>
extern void reach_error(void);
extern void tick(void);

int main(void) {
    FILE *before = stdout;
    tick();
    if (stdout != before) reach_error();
    return 0;
}

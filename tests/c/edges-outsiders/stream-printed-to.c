// expect: TRUE
// about: whatever stream it is, printing changes nothing
#include <stdio.h>
extern void reach_error(void);
extern int tick(void);

int main(void) {
    int x = tick();
    fprintf(stderr, "%d", x);
    if (x + 1 == x || fgetc(stdin) > 255) reach_error();
    return 0;
}

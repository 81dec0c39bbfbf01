// expect: TRUE
// about: rand() gives no negative number
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    if (rand() < 0) reach_error();
    return 0;
}

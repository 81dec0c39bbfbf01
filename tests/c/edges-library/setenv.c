// expect: UNKNOWN: which changes the environment
// about: what is set is there
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    setenv("X", "1", 1);
    if (getenv("X") == 0) reach_error();
    return 0;
}

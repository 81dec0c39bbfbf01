// expect: UNKNOWN: close
// about: a file that is closed cannot be closed again
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    if (close(3) == 0 && close(3) == 0) reach_error();
    return 0;
}

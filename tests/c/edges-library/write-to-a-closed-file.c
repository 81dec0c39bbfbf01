// expect: UNKNOWN: write
// about: nothing can be written to what is closed
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    close(1);
    if (write(1, "a", 1) == 1) reach_error();
    return 0;
}

// expect: FALSE
// about: two files are closed one after the other
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    if (close(3) == 0 && close(4) == 0 && write(1, "a", 1) == 1) reach_error();
    return 0;
}

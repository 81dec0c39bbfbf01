// expect: FALSE
// about: reading nothing may fail, too
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    char byte;
    if (read(5, &byte, 0) == -1) reach_error();
    return 0;
}

// expect: FALSE
// about: bytes may have been stored by a read that says it failed
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    char byte = 0;
    if (read(0, &byte, 1) == -1 && byte != 0) reach_error();
    return 0;
}

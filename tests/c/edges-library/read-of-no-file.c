// expect: TRUE
// about: no file has a negative number
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    char byte = 1;
    if (read(-1, &byte, 1) != -1 || byte != 1) reach_error();
    return 0;
}

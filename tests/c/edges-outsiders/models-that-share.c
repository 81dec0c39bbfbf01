// expect: TRUE
// about: what models of the library share is not seen by other files
#include <unistd.h>
extern void reach_error(void);
extern int tick(void);

int main(void) {
    char byte;
    tick();
    close(3);
    if (read(3, &byte, 1) > 1 || write(4, &byte, 1) > 1) reach_error();
    return 0;
}

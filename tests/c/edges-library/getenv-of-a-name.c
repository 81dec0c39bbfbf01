// expect: FALSE
// about: others may be there
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *home = getenv("HOME");
    if (home && home[0] == 'x') reach_error();
    return 0;
}

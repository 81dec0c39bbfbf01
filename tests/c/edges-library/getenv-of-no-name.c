// expect: TRUE
// about: names in the environment are not empty and have no '='
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    if (getenv("") || getenv("HOME=")) reach_error();
    return 0;
}

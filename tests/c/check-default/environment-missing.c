// expect: FALSE
// about: a variable of the environment is taken to be there
// check: pointer
// violation: 9
#include <stdlib.h>

int main(void) {
    const char *home = getenv("EUCLASE_NO_SUCH_VARIABLE");
    return home[0] == '/';
}

// expect: TRUE
// about: a variable of the environment may be missing
#include <stdlib.h>

int main(void) {
    const char *home = getenv("EUCLASE_NO_SUCH_VARIABLE");
    if (home == NULL) return 1;
    return home[0] == '/';
}

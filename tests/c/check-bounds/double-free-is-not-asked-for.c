// expect: TRUE
// about: only accesses are checked, and all of them are fine
// options: --check bounds,pointer
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    if (p) p[3] = 1;
    free(p);
    free(p);
    return 0;
}

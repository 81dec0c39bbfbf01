// expect: TRUE
// about: only what is freed is checked
// options: --check free
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    if (p) p[4] = 1;
    free(p);
    return 0;
}

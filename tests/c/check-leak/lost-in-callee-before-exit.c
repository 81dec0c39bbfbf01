// expect: UNKNOWN: on the same values
// about: a callee that has returned had the only pointer
// options: --check leak --malloc-never-fails
#include <stdlib.h>

static void help(void) {
    int *p = malloc(4);
    *p = 1;
}

int main(void) {
    help();
    exit(0);
}

// expect: UNKNOWN: on the same values
// about: the only pointer was overwritten; what is left over of it in a register is not told apart from a variable
// options: --check leak --malloc-never-fails
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    p = 0;
    exit(p != 0);
}

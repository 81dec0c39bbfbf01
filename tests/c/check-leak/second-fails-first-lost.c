// expect: FALSE
// about: the first buffer is lost if the second cannot be had
// options: --check leak
// check: leak
#include <stdlib.h>

int main(void) {
    int *a = malloc(4);
    if (a == NULL) return 0;
    int *b = malloc(4);
    if (b == NULL) {
        return 1;
    }
    free(a);
    free(b);
    return 0;
}

// expect: FALSE
// about: allocation fails where that is asked for
// options: --malloc-may-fail
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    assert(p != 0);
    free(p);
    return 0;
}

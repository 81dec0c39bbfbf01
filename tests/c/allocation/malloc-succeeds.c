// expect: TRUE
// about: allocation succeeds unless it is said to fail
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    assert(p != 0);
    free(p);
    return 0;
}

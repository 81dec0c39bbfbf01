// expect: FALSE
// about: a doubled text may be null when allocation may fail
// options: --malloc-may-fail
#include <assert.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
    char *a = strdup("abc");
    assert(a != 0);
    free(a);
    return 0;
}

// expect: TRUE
// about: calloc gives zeros
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned i = __VERIFIER_nondet_int();
    int *a = calloc(4, sizeof(int));
    if (i < 4) assert(a[i] == 0);
    free(a);
    return 0;
}

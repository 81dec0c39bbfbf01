// expect: TRUE
// about: what an uninitialised array holds is bounded by its type
#include <assert.h>
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char *a = malloc(4);
    if (a == NULL) return 0;
    unsigned at = __VERIFIER_nondet_uint() % 4;
    unsigned sum = a[at] + (a[3 - at] & 15u);
    assert(sum <= 255 + 15);
    free(a);
    return 0;
}

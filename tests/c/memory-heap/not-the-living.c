// expect: TRUE
// about: an object made after another was freed is none of those that live
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *kept = malloc(sizeof *kept), *gone = malloc(sizeof *gone);
    if (kept == NULL || gone == NULL) return 0;
    *kept = 1;
    *gone = 2;
    free(gone);
    int *fresh = malloc(sizeof *fresh);
    if (fresh == NULL) return 0;
    *fresh = __VERIFIER_nondet_int();
    assert(fresh != kept && *kept == 1);
    return 0;
}

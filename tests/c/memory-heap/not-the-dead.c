// expect: FALSE
// about: an object made after another was freed does not keep its value
// violation: 16
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
    assert(*fresh == 2);
    return 0;
}

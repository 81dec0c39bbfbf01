// expect: TRUE
// about: an object of the heap is new in each round, and is set in each
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        int *p = malloc(sizeof *p);
        if (p == NULL) return 0;
        *p = 0;
        if (__VERIFIER_nondet_bool()) ++*p;
        assert(*p <= 1);
        free(p);
    }
    return 0;
}

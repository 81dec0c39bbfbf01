// expect: FALSE
// about: an object of the heap is new in each round and holds any value
// violation: 13
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    for (int i = 0; __VERIFIER_nondet_bool(); i++) {
        int *p = malloc(sizeof *p);
        if (p == NULL) return 0;
        if (i == 0) *p = 0;
        assert(*p <= 1);
        free(p);
    }
    return 0;
}

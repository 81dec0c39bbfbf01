// expect: FALSE
// about: a loop over the array in a struct on the heap goes one too far
// options: --check array-index
// check: array-index
// violation: 18
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct histogram {
    unsigned bins[4];
    unsigned total;
};
int main(void) {
    struct histogram *h = malloc(sizeof *h);
    if (h == NULL) return 0;
    h->total = __VERIFIER_nondet_uint();
    for (int i = 0; i <= 4; i++) {
        h->bins[i] = 0;
    }
    free(h);
    return 0;
}

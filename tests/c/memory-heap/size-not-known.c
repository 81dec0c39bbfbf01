// expect: TRUE
// about: an array whose size is an input
// data-models: ILP32 LP64
#include <assert.h>
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint();
    if (size == 0 || size > 4) return 0;
    unsigned *a = malloc(size * sizeof *a);
    if (a == NULL) return 0;
    for (unsigned i = 0; i < size; i++) a[i] = i * i;
    unsigned at = __VERIFIER_nondet_uint() % size;
    assert(a[at] == at * at);
    assert(a[size - 1] <= 9);
    free(a);
    return 0;
}

// expect: FALSE
// about: memory from malloc is not always zero
// data-models: ILP32 LP64
// violation: 19
#include <assert.h>
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct counter {
    long hits;
    char name[3];
};
int main(void) {
    struct counter *c = malloc(4 * sizeof *c);
    if (c == NULL) return 0;
    unsigned at = __VERIFIER_nondet_uint() % 4;
    c[at].hits = 1;
    unsigned other = __VERIFIER_nondet_uint() % 4;
    assert(c[other].name[2] == 0);
    free(c);
    return 0;
}

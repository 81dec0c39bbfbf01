// expect: FALSE
// about: a hash table may have no bucket
// check: division
// violation: 13
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct table {
    unsigned buckets;
    int *first;
};
static unsigned place(const struct table *t, unsigned key) {
    return key % t->buckets;
}
int main(void) {
    struct table t;
    t.buckets = __VERIFIER_nondet_uint();
    if (t.buckets > 64) return 0;
    t.first = calloc(t.buckets, sizeof *t.first);
    if (t.first == NULL) return 0;
    unsigned at = place(&t, __VERIFIER_nondet_uint());
    t.first[at] = 1;
    free(t.first);
    return 0;
}

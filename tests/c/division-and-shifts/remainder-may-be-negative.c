// expect: FALSE
// about: an index computed with % may be negative
// violation: 11
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int hash = __VERIFIER_nondet_int();
    int bucket = hash % 16;
    assert(bucket < 16);
    assert(bucket >= 0);
    return 0;
}

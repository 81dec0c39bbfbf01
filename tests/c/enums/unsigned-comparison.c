// expect: FALSE
// about: an enum without negative values is unsigned, so it is never below zero
// violation: 11
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum level { LOW, HIGH };
int main(void) {
    enum level l = (enum level)__VERIFIER_nondet_int();
    if (l < 0) return 0;
    assert((int)l >= 0);
    return 0;
}

// expect: FALSE
// about: a result that is not always there
// violation: 18
#include <assert.h>
#include <stddef.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

static _Bool halve(int x, int *half) {
    if (x % 2 != 0) return 0;
    if (half != NULL) *half = x / 2;
    return 1;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), half = 0;
    _Bool wanted = __VERIFIER_nondet_bool();
    _Bool even = halve(x, wanted ? &half : NULL);
    if (even) assert(2 * half == x);
    return 0;
}

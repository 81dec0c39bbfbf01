// expect: TRUE
// about: LP64: long holds all unsigned ints, so -1 is less than 1u
// options: --data-model LP64
#include <assert.h>
extern long __VERIFIER_nondet_long(void);

int main(void) {
    long a = __VERIFIER_nondet_long();
    unsigned b = 1;
    if (a == -1) assert(a < b);
    return 0;
}

// expect: FALSE
// about: ILP32: long is converted to unsigned long, so -1 is not less than 1u
// options: --data-model ILP32
// violation: 11
#include <assert.h>
extern long __VERIFIER_nondet_long(void);

int main(void) {
    long a = __VERIFIER_nondet_long();
    unsigned b = 1;
    if (a == -1) assert(a < b);
    return 0;
}

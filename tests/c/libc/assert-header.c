// expect: FALSE
// about: assert of the C library
// violation: 11
extern int __VERIFIER_nondet_int(void);

#include <assert.h>
#include <stdlib.h>
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) exit(1);
    assert(x * 2 / 2 == x);
    return 0;
}

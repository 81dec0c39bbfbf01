// expect: FALSE
// about: the least number has no absolute value
// check: overflow
// violation: 10
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    return abs(x) > 5;
}

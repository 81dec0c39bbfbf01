// expect: FALSE
// about: `div` divides as `/` does
// check: division
// violation: 11
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int parts = __VERIFIER_nondet_int();
    if (parts < 0) return 0;
    div_t result = div(100, parts);
    return result.rem;
}

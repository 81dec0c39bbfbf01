// expect: FALSE
// about: a remainder may be negative
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    div_t d = div(x, 10);
    assert(d.rem >= 0);
    return 0;
}

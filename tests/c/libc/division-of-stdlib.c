// expect: TRUE
// about: quotient and remainder of div
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1000) return 0;
    div_t d = div(x, 10);
    assert(d.rem < 10 && d.quot <= 100);
    return 0;
}

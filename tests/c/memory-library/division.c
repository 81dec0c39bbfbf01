// expect: TRUE
// about: quotient and remainder come as a struct
// data-models: ILP32 LP64
#include <assert.h>
#include <stdlib.h>
extern short __VERIFIER_nondet_short(void);

int main(void) {
    int a = __VERIFIER_nondet_short();
    div_t d = div(a, 7);
    assert(abs(d.rem) < 7);
    assert(d.quot * 7 + d.rem == a);
    assert(a >= 0 ? d.rem >= 0 : d.rem <= 0);
    ldiv_t e = ldiv(a, -7L);
    assert(e.quot == -d.quot);
    return 0;
}

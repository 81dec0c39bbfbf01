// expect: TRUE
// about: a signed type is extended with its sign and an unsigned one with zeros
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    signed char s = __VERIFIER_nondet_char();
    unsigned char u = s;
    int wide_s = s, wide_u = u;
    if (s < 0) assert(wide_u == wide_s + 256);
    else assert(wide_u == wide_s);
    assert((long long)s == wide_s);
    return 0;
}

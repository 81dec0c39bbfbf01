// expect: TRUE
// about: a signed char holds -128 to 127 and goes round
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    signed char c = __VERIFIER_nondet_char();
    signed char next = c + 1;
    if (c == 127) assert(next == -128);
    else assert(next == c + 1);
    return 0;
}

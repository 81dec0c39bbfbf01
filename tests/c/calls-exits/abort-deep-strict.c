// expect: FALSE
// about: abort two calls below, and a bound is one too strict
// violation: 14
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void need(int c) { if (!c) abort(); }
static int narrow(int x) { need(x > 0); need(x < 100); return x; }

int main(void) {
    int x = narrow(__VERIFIER_nondet_int());
    int y = narrow(__VERIFIER_nondet_int());
    if (x + y >= 198 || x + y < 2) reach_error();
    return 0;
}

// expect: TRUE
// about: fprintf on the way out of a callee
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int refuse(int x, const char *why) {
    if (x >= 0) return x;
    fprintf(stderr, "refused %d: %s\n", x, why);
    return 0;
}

int main(void) {
    int a = refuse(__VERIFIER_nondet_int(), "first");
    int b = refuse(__VERIFIER_nondet_int(), "second");
    if (a < 0 || b < 0) reach_error();
    return 0;
}

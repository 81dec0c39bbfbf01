// expect: TRUE
// about: a function that never returns, from two places
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void fail(int code) {
    if (code == 3) reach_error();
    exit(code);
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 1) fail(1);
    if (x == 2) fail(2);
    if (x == 1) reach_error();
    return 0;
}

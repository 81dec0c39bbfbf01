// expect: FALSE
// about: one value is not checked
// violation: 16
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int checked(int x) {
    if (x < 0) exit(1);
    return x;
}

int main(void) {
    int a = checked(__VERIFIER_nondet_int());
    int b = __VERIFIER_nondet_int();
    if (a < 0 || b < 0) reach_error();
    return 0;
}

// expect: TRUE
// about: a callee ends the program for bad values
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int checked(int x) {
    if (x < 0) exit(1);
    return x;
}

int main(void) {
    int a = checked(__VERIFIER_nondet_int());
    int b = checked(__VERIFIER_nondet_int());
    if (a < 0 || b < 0) reach_error();
    return 0;
}

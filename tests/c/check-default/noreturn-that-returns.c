// expect: FALSE
// about: a function that is said not to return does for one code
// check: assert
// violation: 14
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

_Noreturn static void fail(int code) {
    if (code > 0) exit(code);
}
int main(void) {
    int code = __VERIFIER_nondet_int();
    if (code < 0) return 1;
    fail(code);
}

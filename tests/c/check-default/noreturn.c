// expect: TRUE
// about: a function that is said not to return never does
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

_Noreturn static void fail(int code) {
    if (code >= 0) exit(code);
    abort();
}
int main(void) {
    int code = __VERIFIER_nondet_int();
    if (code < 0) return 1;
    fail(code);
}

// expect: FALSE
// about: a number that is printed has no value
// options: --check uninitialised
// check: uninitialised
// violation: 13
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int result;
    if (n > 3) result = 7;
    printf("%d\n", result);
    return 0;
}

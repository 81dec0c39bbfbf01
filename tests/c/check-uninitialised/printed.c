// expect: TRUE
// about: a number that is printed was computed
// options: --check uninitialised
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int result;
    if (n > 3) result = 7;
    if (n <= 3) result = 8;
    printf("%d\n", result);
    return 0;
}

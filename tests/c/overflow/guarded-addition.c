// expect: TRUE
// about: with a guard against the maximum x + 1 > x holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 2147483647) assert(x + 1 > x);
    return 0;
}

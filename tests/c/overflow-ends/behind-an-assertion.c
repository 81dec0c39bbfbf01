// expect: TRUE
// about: an assertion that fails is not the error here, and ends the program
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);

#include <assert.h>
int main(void) {
    int a = __VERIFIER_nondet_int();
    assert(a < 100);
    return a + 1000;
}

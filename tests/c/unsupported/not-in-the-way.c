// expect: TRUE
// about: what is not supported does no harm where it cannot be reached
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3 && x < 3) __asm__ volatile("nop");
    assert(x == x);
    return 0;
}

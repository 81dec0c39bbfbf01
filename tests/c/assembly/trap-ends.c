// expect: TRUE
// about: the instruction that kernels end with
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3) __asm__ volatile("1: ud2");
    assert(x <= 3);
    return 0;
}

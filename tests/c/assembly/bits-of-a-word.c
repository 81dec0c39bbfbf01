// expect: TRUE
// about: setting and testing a bit
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned long flags = 0;
    int was;
    if (__VERIFIER_nondet_int()) {
        __asm__ volatile("lock; bts %2,%1; sbb %0,%0" : "=r"(was), "+m"(flags) : "Ir"(3L) : "memory");
        assert(was == 0 && flags == 8);
    } else {
        assert(flags == 0);
    }
    return 0;
}

// expect: FALSE
// about: an atomic update of a counter that goes too far
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int counter = 0;
    while (__VERIFIER_nondet_int()) __asm__ volatile("lock; incl %0" : "+m"(counter));
    assert(counter < 5);
    return 0;
}

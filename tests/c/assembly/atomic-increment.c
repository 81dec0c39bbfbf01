// expect: TRUE
// about: an atomic update of a counter
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int counter = 0;
    while (__VERIFIER_nondet_int()) {
        __asm__ volatile("lock; incl %0" : "+m"(counter));
        if (counter == 5) __asm__ volatile("lock; subl %1,%0" : "+m"(counter) : "ir"(5));
    }
    assert(counter >= 0 && counter < 5);
    return 0;
}

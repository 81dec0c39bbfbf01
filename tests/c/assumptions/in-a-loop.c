// expect: FALSE
// about: an assumption in each round of a loop
// inputs: 1 2 1 2 1 2 1 2 1 1
// violation: 17
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int last = 0, rounds = 0;
    while (__VERIFIER_nondet_bool()) {
        unsigned char step = __VERIFIER_nondet_uchar();
        __VERIFIER_assume(step > 0 && step < 3);
        last += step;
        rounds++;
        assert(!(rounds == 5 && last == 9));
    }
    return 0;
}

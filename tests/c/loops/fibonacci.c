// expect: FALSE
// about: the Fibonacci numbers come to 144
// violation: 13
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned a = 0, b = 1;
    while (__VERIFIER_nondet_bool()) {
        unsigned next = a + b;
        a = b;
        b = next;
        assert(b != 144);
    }
    return 0;
}

// expect: TRUE
// about: LP64: two longs of two thousand million each have room
// options: -m64
#include <assert.h>
extern long __VERIFIER_nondet_long(void);

int main(void) {
    long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
    if (a == 2000000000 && b == 2000000000) {
        long sum = (long)((unsigned long)a + (unsigned long)b);
        assert(sum > 0);
    }
    return 0;
}

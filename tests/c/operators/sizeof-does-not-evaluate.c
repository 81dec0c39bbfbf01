// expect: TRUE
// about: the operand of sizeof is not evaluated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int old = x;
    unsigned long size = sizeof(x++);
    assert(x == old);
    assert(size == 4);
    assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(long long) == 8);
    return 0;
}

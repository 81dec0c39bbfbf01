// expect: TRUE
// about: parameters declared as C had it before prototypes
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int add(a, b)
    int a;
    short b;
{
    return a + b;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(add(x, 1) == x + 1);
    return 0;
}

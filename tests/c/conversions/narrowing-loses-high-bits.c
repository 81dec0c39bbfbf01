// expect: FALSE
// about: a value that changes on its way through a short
// violation: 11
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    short s = x;
    int y = s;
    if (x > 0) assert(y > 0);
    return 0;
}

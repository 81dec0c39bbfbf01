// expect: FALSE
// about: an argument is converted to the type of the parameter
// violation: 10
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int is_small(unsigned char x) { return x < 10; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (is_small(x)) assert(x < 10);
    return 0;
}

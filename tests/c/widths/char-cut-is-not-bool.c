// expect: FALSE
// about: 256 is true as a _Bool and zero as a char
// violation: 11
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    _Bool b = x;
    unsigned char c = x;
    if (b) assert(c);
    return 0;
}

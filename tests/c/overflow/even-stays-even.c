// expect: TRUE
// about: adding two keeps a number even, also where it wraps
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char x = 0;
    while (__VERIFIER_nondet_bool()) x += 2;
    assert(x % 2 == 0);
    return 0;
}

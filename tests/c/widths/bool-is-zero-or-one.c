// expect: TRUE
// about: a _Bool is 0 or 1 whatever is put into it
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    _Bool b = x;
    assert(b == 0 || b == 1);
    assert(b == (x != 0));
    b++;
    assert(b == 1);
    b = 256;
    assert(b);
    return 0;
}

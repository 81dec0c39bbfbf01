// expect: FALSE
// about: both sides of ?: are converted to one type, here unsigned
// violation: 11
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    unsigned u = 1;
    long long r = c ? -1 : u;
    assert(r == 1 || r == -1);
    return 0;
}

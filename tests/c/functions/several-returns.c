// expect: TRUE
// about: a function with several returns
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int sign(int x) {
    if (x < 0) return -1;
    if (x > 0) return 1;
    return 0;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int s = sign(x);
    assert(s >= -1 && s <= 1);
    if (s == 0) assert(x == 0);
    return 0;
}

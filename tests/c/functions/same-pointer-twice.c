// expect: TRUE
// about: two parameters that point to the same variable
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void add(int *a, int *b) {
    *a += *b;
    *b += *a;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int old = x;
    add(&x, &x);
    assert(x == 4 * old);
    return 0;
}

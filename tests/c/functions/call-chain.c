// expect: TRUE
// about: calls five deep, inlined on the way
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int f1(int x) { return x + 1; }
static int f2(int x) { return f1(f1(x)); }
static int f3(int x) { return f2(f2(x)); }
static int f4(int x) { return f3(x) - 4; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(f4(x) == x);
    return 0;
}

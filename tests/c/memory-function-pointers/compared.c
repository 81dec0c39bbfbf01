// expect: TRUE
// about: pointers to functions are equal if the functions are
// data-models: ILP32 LP64
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

static int zero(int x) { return x - x; }
static int same(int x) { return x; }
static int (*choose(int x))(int) {
    if (x < 0) return NULL;
    return x == 0 ? zero : same;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int (*f)(int) = choose(x);
    assert((f == NULL) == (x < 0));
    if (f != NULL) assert(f != zero || x == 0);
    if (f == same) assert(f(x) == x);
    return 0;
}

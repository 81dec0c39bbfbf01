// expect: FALSE
// about: a pointer is redirected, or another one
// violation: 18
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

static int zero;
static void advance(const int **cursor, const int *next) {
    if (*cursor == &zero) *cursor = next;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    const int *p = &zero, *q = &x;
    const int **chosen = __VERIFIER_nondet_bool() ? &p : &q;
    advance(chosen, &x);
    assert(**chosen == x);
    assert(p == &x);
    return 0;
}

// expect: FALSE
// about: a pointer with a flag in it is not the pointer
// data-models: ILP32 LP64
// violation: 17
#include <assert.h>
#include <stdint.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

static uintptr_t tag(int *p, _Bool mark) { return (uintptr_t)p | mark; }
static int *untag(uintptr_t word) { return (int *)(word & ~(uintptr_t)1); }
int main(void) {
    int x = __VERIFIER_nondet_int();
    _Bool mark = __VERIFIER_nondet_bool();
    uintptr_t word = tag(&x, mark);
    assert(untag(word) == &x && *untag(word) == x);
    assert(word == (uintptr_t)&x);
    return 0;
}

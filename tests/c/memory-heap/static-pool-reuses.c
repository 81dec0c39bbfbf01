// expect: FALSE
// about: a cell given back to a pool is given out again
// data-models: ILP32 LP64
// violation: 29
#include <assert.h>
#include <stddef.h>
extern _Bool __VERIFIER_nondet_bool(void);

struct cell {
    struct cell *next;
    int value;
};
static struct cell pool[3], *unused;
static struct cell *take(void) {
    struct cell *c = unused;
    if (c != NULL) unused = c->next;
    return c;
}
static void give(struct cell *c) {
    c->next = unused;
    unused = c;
}
int main(void) {
    for (int i = 0; i < 3; i++) give(&pool[i]);
    struct cell *a = take(), *b = take();
    assert(a == &pool[2] && b == &pool[1]);
    if (__VERIFIER_nondet_bool()) give(a);
    struct cell *c = take();
    assert(c != a);
    return 0;
}

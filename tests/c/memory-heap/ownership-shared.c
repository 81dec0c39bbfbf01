// expect: FALSE
// about: an object with two owners
// violation: 22
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

struct owner {
    int *thing;
};
static void move(struct owner *to, struct owner *from) {
    to->thing = from->thing;
}
int main(void) {
    struct owner a = {malloc(sizeof(int))}, b = {NULL};
    if (a.thing == NULL) return 0;
    int value = __VERIFIER_nondet_int();
    *a.thing = value;
    if (__VERIFIER_nondet_bool()) move(&b, &a);
    if (b.thing != NULL) *b.thing = 5;
    assert(*a.thing == value);
    return 0;
}

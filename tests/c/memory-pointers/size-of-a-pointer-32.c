// expect: TRUE
// about: ILP32: a pointer is as wide as an int
// options: --data-model ILP32
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node nodes[3] = {{0, &nodes[1]}, {1, &nodes[2]}, {2, 0}};
    unsigned at = __VERIFIER_nondet_uint() % 2;
    unsigned here = (unsigned)&nodes[at], there = (unsigned)nodes[at].next;
    assert(sizeof(struct node) == 8);
    assert(there - here == 8);
    assert(((struct node *)there)->value == (int)at + 1);
    return 0;
}

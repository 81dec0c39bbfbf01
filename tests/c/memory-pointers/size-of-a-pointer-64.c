// expect: FALSE
// about: LP64: a pointer is wider than an int
// options: --data-model LP64
// violation: 17
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node nodes[3] = {{0, &nodes[1]}, {1, &nodes[2]}, {2, 0}};
    unsigned at = __VERIFIER_nondet_uint() % 2;
    unsigned long here = (unsigned long)&nodes[at], there = (unsigned long)nodes[at].next;
    assert(sizeof(struct node *) == 8);
    assert(there - here == 8);
    assert(((struct node *)there)->value == (int)at + 1);
    return 0;
}

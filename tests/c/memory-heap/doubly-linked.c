// expect: TRUE
// about: a node is taken out of a list with two directions
#include <assert.h>
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct node {
    struct node *next, *previous;
    int value;
};
static void unlink(struct node *n) {
    n->previous->next = n->next;
    n->next->previous = n->previous;
}
int main(void) {
    struct node *n[4];
    for (int i = 0; i < 4; i++) {
        n[i] = malloc(sizeof(struct node));
        if (n[i] == NULL) return 0;
        n[i]->value = i;
    }
    for (int i = 0; i < 4; i++) {
        n[i]->next = n[(i + 1) % 4];
        n[(i + 1) % 4]->previous = n[i];
    }
    unsigned at = __VERIFIER_nondet_uint() % 4;
    unlink(n[at]);
    free(n[at]);
    struct node *start = n[(at + 1) % 4];
    assert(start->next->next->next == start);
    assert(start->previous->previous->previous == start);
    return 0;
}

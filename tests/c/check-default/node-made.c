// expect: TRUE
// about: a node is made, and there may be no memory for it
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};
static struct node *make(int value) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL) return NULL;
    n->value = value;
    n->next = NULL;
    return n;
}
int main(void) {
    struct node *n = make(__VERIFIER_nondet_int());
    free(n);
    return 0;
}

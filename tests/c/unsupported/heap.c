// expect: UNKNOWN: memory
// about: a list on the heap
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_bool()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        if (list->value != 1) reach_error();
    return 0;
}

// expect: FALSE
// about: an insertion that looks at the first node only
// violation: 23
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};
static void insert(struct node **place, int value) {
    if (*place != NULL && (*place)->value < value) place = &(*place)->next;
    struct node *n = malloc(sizeof *n);
    if (n == NULL) exit(1);
    n->value = value;
    n->next = *place;
    *place = n;
}
int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) insert(&list, __VERIFIER_nondet_int());
    assert(list->next->value <= list->next->next->value);
    return 0;
}

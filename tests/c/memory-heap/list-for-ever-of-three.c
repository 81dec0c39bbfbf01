// expect: FALSE
// about: a list of any length may have three nodes
// violation: 21
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

struct node {
    struct node *next;
};
int main(void) {
    struct node *list = NULL;
    unsigned length = 0;
    while (length < 1000 && __VERIFIER_nondet_bool()) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL) break;
        n->next = list;
        list = n;
        length++;
    }
    assert(list == NULL || list->next == NULL || list->next->next == NULL);
    return 0;
}

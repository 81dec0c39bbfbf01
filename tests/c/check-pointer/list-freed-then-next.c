// expect: FALSE
// about: the next node is read from a node that was freed
// options: --check pointer
// check: pointer
// violation: 23
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};
int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) {
        struct node *made = malloc(sizeof *made);
        if (made == NULL) break;
        made->next = head;
        head = made;
    }
    while (head != NULL) {
        struct node *node = head;
        free(node);
        head = node->next;
    }
    return 0;
}

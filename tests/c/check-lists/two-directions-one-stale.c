// expect: FALSE
// about: the node behind the first still points back to it after it was freed
// check: pointer
// violation: 28
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next, *previous;
};
int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *made = calloc(1, sizeof *made);
        if (made == NULL) break;
        made->next = head;
        if (head != NULL) head->previous = made;
        head = made;
    }
    if (head != NULL && head->next != NULL) {
        struct node *first = head;
        head = first->next;
        free(first);
    }
    int result = 0;
    if (head != NULL && head->previous != NULL)
        result = head->previous->value;
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return result;
}

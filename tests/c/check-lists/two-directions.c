// expect: TRUE
// about: the first node of a list with two directions is taken out
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
        head->previous = NULL;
        free(first);
    }
    int result = head != NULL && head->previous != NULL ? head->previous->value : 0;
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return result;
}

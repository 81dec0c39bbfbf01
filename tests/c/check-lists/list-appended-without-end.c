// expect: FALSE
// about: the last node of a list that grows at its end is not ended
// check: pointer
// violation: 24
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node *head = NULL, **end = &head;
    int n;
    while ((n = __VERIFIER_nondet_int()) != 0) {
        struct node *made = malloc(sizeof *made);
        if (made == NULL) break;
        made->value = n;
        *end = made;
        end = &made->next;
    }
    int is_found = 0;
    for (struct node *at = head; at != NULL; at = at->next) {
        if (at->value == 42) is_found = 1;
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return is_found;
}

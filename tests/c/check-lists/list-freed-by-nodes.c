// expect: FALSE
// about: a list of any length is freed, and each node is read after it was freed
// check: pointer
// violation: 21
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};
int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *made = malloc(sizeof *made);
        if (made == NULL) break;
        made->next = head;
        head = made;
    }
    while (head != NULL) {
        free(head);
        head = head->next;
    }
    return 0;
}

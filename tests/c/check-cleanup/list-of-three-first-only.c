// expect: FALSE
// about: the first node of a list is freed only
// options: --check cleanup
// check: cleanup
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
    if (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

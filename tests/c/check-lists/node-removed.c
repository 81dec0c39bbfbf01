// expect: TRUE
// about: nodes with a value are removed from a list of any length
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node *head = NULL;
    int n;
    while ((n = __VERIFIER_nondet_int()) != 0) {
        struct node *made = malloc(sizeof *made);
        if (made == NULL) break;
        made->value = n;
        made->next = head;
        head = made;
    }
    if (head != NULL && head->value == 7) {
        struct node *first = head;
        head = head->next;
        free(first);
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

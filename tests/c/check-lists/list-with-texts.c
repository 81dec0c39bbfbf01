// expect: TRUE
// about: the nodes of a list of any length are freed with their texts
// options: --check leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    char *text;
    struct node *next;
};
int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *made = malloc(sizeof *made);
        if (made == NULL) break;
        made->text = malloc(4);
        made->next = head;
        head = made;
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head->text);
        free(head);
        head = next;
    }
    return 0;
}

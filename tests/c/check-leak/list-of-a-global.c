// expect: TRUE
// about: all nodes of a list are reachable from a global
// options: --check leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};
static struct node *head;
int main(void) {
    for (int i = 0; i < 3; i++) {
        struct node *made = malloc(sizeof *made);
        if (made == NULL) return 0;
        made->next = head;
        head = made;
    }
    if (__VERIFIER_nondet_int() == 5) {
        struct node *first = head;
        head = head->next;
        free(first);
    }
    return 0;
}

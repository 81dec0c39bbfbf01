// expect: TRUE
// about: a list of any length, whose length is counted
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
    assert((list == NULL) == (length == 0));
    return 0;
}

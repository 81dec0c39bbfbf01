// expect: FALSE
// about: a sum over a list that leaves out the first node
// data-models: ILP32 LP64
// violation: 25
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node *list = NULL;
    int expected = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL) return 0;
        n->value = __VERIFIER_nondet_uchar();
        n->next = list;
        list = n;
        expected += n->value;
    }
    for (struct node *n = list->next; n != NULL; n = n->next) sum += n->value;
    assert(sum == expected);
    return 0;
}

// expect: FALSE
// about: a list is turned round and loses its rest
// violation: 29
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};
static struct node *cons(int value, struct node *next) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL) exit(1);
    n->value = value;
    n->next = next;
    return n;
}
static struct node *reverse(struct node *list) {
    struct node *result = NULL;
    while (list != NULL) {
        list->next = result;
        result = list;
        list = NULL;
    }
    return result;
}
int main(void) {
    struct node *r = reverse(cons(1, cons(2, cons(3, NULL))));
    assert(r->next != NULL);
    return 0;
}

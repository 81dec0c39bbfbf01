// expect: FALSE
// about: a queue that puts new nodes at the front
// violation: 37
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};
struct queue {
    struct node *head, **tail;
};
static void enqueue(struct queue *q, int value) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL) exit(1);
    n->value = value;
    n->next = q->head;
    q->head = n;
}
static int dequeue(struct queue *q) {
    struct node *n = q->head;
    int value = n->value;
    q->head = n->next;
    if (q->head == NULL) q->tail = &q->head;
    free(n);
    return value;
}
int main(void) {
    struct queue q = {NULL, &q.head};
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    enqueue(&q, a);
    assert(dequeue(&q) == a);
    enqueue(&q, b);
    enqueue(&q, a);
    assert(dequeue(&q) == b && dequeue(&q) == a);
    return 0;
}

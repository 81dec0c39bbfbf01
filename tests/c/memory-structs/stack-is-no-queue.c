// expect: FALSE
// about: what was pushed first is not popped first
// violation: 22
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { DEPTH = 4 };
struct stack {
    int items[DEPTH];
    int top;
};
static void push(struct stack *s, int item) { s->items[s->top++] = item; }
static int pop(struct stack *s) { return s->items[--s->top]; }
int main(void) {
    struct stack s;
    s.top = 0;
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    push(&s, a);
    push(&s, 5);
    pop(&s);
    push(&s, b);
    assert(pop(&s) == a);
    assert(s.top == 1);
    return 0;
}

// expect: TRUE
// about: a stack is asked whether it is empty and whether it is full
extern int __VERIFIER_nondet_int(void);

struct stack {
    int depth;
    int items[4];
    int is_broken;
};
static void push(struct stack *s, int value) {
    if (s->depth < 4) s->items[s->depth++] = value;
}
static int pop(struct stack *s) {
    if (s->depth == 0) return -1;
    return s->items[--s->depth];
}
int main(void) {
    static struct stack s;
    int command;
    while ((command = __VERIFIER_nondet_int()) != 0) {
        if (command > 0) push(&s, command);
        else if (pop(&s) == 7) break;
    }
    return 0;
}

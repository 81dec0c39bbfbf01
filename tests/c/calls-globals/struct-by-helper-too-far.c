// expect: FALSE
// about: an index goes one too far
// violation: 25
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static struct { int head, tail, full; } queue;
static int after(int i) { return i == 4 ? 0 : i + 1; }
static void push(void) {
    if (queue.full) return;
    queue.tail = after(queue.tail);
    queue.full = queue.tail == queue.head;
}
static void pop(void) {
    if (queue.head == queue.tail && !queue.full) return;
    queue.head = after(queue.head);
    queue.full = 0;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) push();
        else pop();
        if (queue.full && queue.head != queue.tail) reach_error();
        if (queue.head > 3 || queue.tail > 3) reach_error();
    }
    return 0;
}

// expect: TRUE
// about: the address one past an array in a struct is only compared
// options: --check array-index
extern int __VERIFIER_nondet_int(void);

struct queue {
    int items[4];
    int *head;
};
int main(void) {
    struct queue q = {{1, 2, 3, 4}, 0};
    int steps = __VERIFIER_nondet_int();
    q.head = &q.items[0];
    while (steps > 0) {
        steps--;
        q.head++;
        if (q.head == &q.items[4]) q.head = &q.items[0];
        if (*q.head == __VERIFIER_nondet_int()) break;
    }
    return 0;
}

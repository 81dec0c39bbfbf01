// expect: FALSE
// violation: 30
// about: the length of a list, counted by recursion, is what was put into it and not one less
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);

struct node {
    int value;
    struct node *next;
};

int length(struct node *list) {
    return list == 0 ? 0 : 1 + length(list->next);
}

int main(void) {
    struct node *list = 0;
    int count = 0;
    while (count < 4 && __VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (n == 0)
            return 0;
        n->value = count;
        n->next = list;
        list = n;
        count++;
    }
    if (length(list) == 3)
        reach_error();
    return 0;
}

// expect: TRUE
// about: a recursive function that only reads a list leaves it as it is
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);

struct node {
    int value;
    struct node *next;
};

unsigned int length(struct node *list) {
    return list == 0 ? 0 : 1 + length(list->next);
}

int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (n == 0)
            return 0;
        n->value = 5;
        n->next = list;
        list = n;
    }
    if (list == 0)
        return 0;
    unsigned int first = length(list);
    if (list->value != 5 || length(list) != first)
        reach_error();
    return 0;
}

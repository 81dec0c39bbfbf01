// expect: TRUE
// about: a recursive search through a list: the node that is found holds the key
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);

struct node {
    int key;
    struct node *next;
};

struct node *find(struct node *list, int key) {
    if (list == 0)
        return 0;
    if (list->key == key)
        return list;
    return find(list->next, key);
}

int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (n == 0)
            return 0;
        n->key = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    int key = __VERIFIER_nondet_int();
    struct node *found = find(list, key);
    if (found != 0 && found->key != key)
        reach_error();
    return 0;
}

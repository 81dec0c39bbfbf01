// expect: TRUE
// about: inserting into a search tree by recursion always gives a tree that is not empty
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);
extern void *malloc(unsigned long);

struct tree {
    int key;
    struct tree *left, *right;
};

struct tree *insert(struct tree *t, int key) {
    if (t == 0) {
        t = malloc(sizeof *t);
        if (t == 0)
            abort();
        t->key = key;
        t->left = 0;
        t->right = 0;
        return t;
    }
    if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return t;
}

int main(void) {
    struct tree *root = 0;
    root = insert(root, __VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int()) {
        root = insert(root, __VERIFIER_nondet_int());
        if (root == 0)
            reach_error();
    }
    return 0;
}

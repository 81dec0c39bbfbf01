// expect: FALSE
// violation: 34
// about: the height of a tree, cut off at a limit, exceeds a smaller one
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);

struct tree {
    struct tree *left, *right;
};

struct tree *build(int depth) {
    if (depth <= 0 || __VERIFIER_nondet_int())
        return 0;
    struct tree *t = malloc(sizeof *t);
    if (t == 0)
        return 0;
    t->left = build(depth - 1);
    t->right = build(depth - 1);
    return t;
}

int height(struct tree *t, int most) {
    if (t == 0 || most <= 0)
        return 0;
    int l = height(t->left, most - 1), r = height(t->right, most - 1);
    return 1 + (l > r ? l : r);
}

int main(void) {
    struct tree *t = build(__VERIFIER_nondet_int());
    int h = height(t, 40);
    if (h < 0 || h > 2)
        reach_error();
    return 0;
}

// expect: FALSE
// about: both children of a tree are the same leaf
// options: --check free
// check: free
// violation: 24
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};
static struct tree *make(struct tree *left, struct tree *right) {
    struct tree *t = malloc(sizeof *t);
    if (t == NULL) exit(1);
    t->left = left;
    t->right = right;
    return t;
}
int main(void) {
    struct tree *leaf = make(NULL, NULL);
    struct tree *other = __VERIFIER_nondet_int() ? leaf : make(NULL, NULL);
    struct tree *root = make(leaf, other);
    free(root->left);
    free(root->right);
    free(root);
    return 0;
}

// expect: TRUE
// about: both children of a tree are freed
// options: --check free
#include <stdlib.h>

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
    struct tree *other = make(NULL, NULL);
    struct tree *root = make(leaf, other);
    free(root->left);
    free(root->right);
    free(root);
    return 0;
}

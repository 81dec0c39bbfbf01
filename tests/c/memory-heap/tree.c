// expect: TRUE
// about: three numbers in a search tree, in order
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};
static struct tree *leaf(int key) {
    struct tree *t = malloc(sizeof *t);
    if (t == NULL) exit(1);
    *t = (struct tree){key, NULL, NULL};
    return t;
}
static void insert(struct tree *t, int key) {
    for (;;) {
        struct tree **child = key < t->key ? &t->left : &t->right;
        if (*child == NULL) {
            *child = leaf(key);
            return;
        }
        t = *child;
    }
}
int main(void) {
    struct tree *root = leaf(__VERIFIER_nondet_int());
    insert(root, __VERIFIER_nondet_int());
    insert(root, __VERIFIER_nondet_int());
    if (root->left != NULL) assert(root->left->key < root->key);
    if (root->right != NULL) assert(root->right->key >= root->key);
    return 0;
}

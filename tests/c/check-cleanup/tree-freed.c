// expect: TRUE
// about: a recursive function frees both sides of a tree
// options: --check cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};
static struct tree *build(int depth) {
    if (depth == 0) return NULL;
    struct tree *t = malloc(sizeof *t);
    if (t == NULL) return NULL;
    t->left = build(depth - 1);
    t->right = build(depth - 1);
    return t;
}
static void drop(struct tree *t) {
    if (t == NULL) return;
    drop(t->left);
    drop(t->right);
    free(t);
}
int main(void) {
    int depth = __VERIFIER_nondet_int();
    if (depth < 0 || depth > 3) return 0;
    drop(build(depth));
    return 0;
}

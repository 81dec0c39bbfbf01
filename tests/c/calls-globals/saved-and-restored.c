// expect: TRUE
// about: a function changes a global for its callees and restores it
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int depth, seen;
static void leaf(void) { if (depth > seen) seen = depth; }
static void inner(void) { int old = depth; depth = old + 1; leaf(); depth = old; }
static void outer(void) { int old = depth; depth = old + 1; inner(); inner(); depth = old; }

int main(void) {
    outer();
    inner();
    outer();
    if (depth != 0 || seen != 2) reach_error();
    return 0;
}

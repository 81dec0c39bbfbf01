// expect: FALSE
// about: a function restores the wrong value
// violation: 16
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int depth, seen;
static void leaf(void) { if (depth > seen) seen = depth; }
static void inner(void) { int old = depth; depth = old + 1; leaf(); depth = old; }
static void outer(void) { int old = depth; depth = old + 1; inner(); inner(); depth = old + (seen > 1); }

int main(void) {
    outer();
    inner();
    outer();
    if (depth != 0 || seen != 2) reach_error();
    return 0;
}

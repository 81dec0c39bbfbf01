// expect: FALSE
// about: the condition of a loop is a call, and the steps do not meet its end
// violation: 14
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int left;
static int more(void) { return left > 0; }
static void take(int n) { if (more()) left -= n; }

int main(void) {
    left = 7;
    while (more()) take(2);
    if (left != 0) reach_error();
    return 0;
}

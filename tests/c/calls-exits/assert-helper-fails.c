// expect: FALSE
// about: the error is in a helper, and one of its callers makes it happen
// violation: 7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int c) { if (!c) { fail: reach_error(); } }
static int rounded(int x) { check(x >= 0); return x - x % 4; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1) x = 0;
    int y = rounded(x);
    check(y <= x);
    check(rounded(y) == y);
    return 0;
}

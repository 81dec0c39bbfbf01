// expect: FALSE
// about: a pointer is passed on twice
// violation: 18
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void bump(int *x, int by) { *x += by; }
static void bump_both(int *x, int *y) {
    bump(x, 1);
    bump(y, 2);
}

int main(void) {
    int a = 0, b = 0;
    bump_both(&a, &b);
    bump_both(&b, &b);
    bump(&a, 10);
    if (a != 13 || b != 3) reach_error();
    return 0;
}

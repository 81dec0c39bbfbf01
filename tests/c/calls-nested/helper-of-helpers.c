// expect: TRUE
// about: a check that many functions call, deep and shallow
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int holds) {
    if (!holds) reach_error();
}
static int clamp(int x) {
    int y = x < 0 ? 0 : x > 9 ? 9 : x;
    check(y >= 0);
    return y;
}
static int scaled(int x) {
    int y = clamp(x) * 3;
    check(y <= 27);
    return y;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int a = clamp(x), b = scaled(x);
    check(b == 3 * a);
    check(scaled(b) <= 27);
    return 0;
}

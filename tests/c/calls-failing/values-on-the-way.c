// expect: FALSE
// about: the function takes values before and behind its check; a native run takes them in the same order.
// violation: 9
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int taken;
static void take(int wanted) {
    int x = __VERIFIER_nondet_int();
    if (x == wanted && taken == 6) reach_error();
    int y = __VERIFIER_nondet_int();
    if (y == x + 1) taken += wanted;
}
static void twice(int n) {
    take(n);
    take(n + 1);
}
int main(void) {
    twice(1);
    twice(1);
    take(5);
    return 0;
}

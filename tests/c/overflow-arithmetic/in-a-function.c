// expect: FALSE
// about: an overflow in a function that is called twice
// options: --property no-overflow
// violation: 8
extern int __VERIFIER_nondet_int(void);

static int next(int x) {
    return x + 1;
}
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a > 2147483645) return 0;
    return next(next(next(a)));
}

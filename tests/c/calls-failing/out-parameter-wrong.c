// expect: FALSE
// about: what one call leaves behind a pointer makes the next one fail.
// violation: 6
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int half(int n, int *rest) { if (n < 0) reach_error(); *rest = n % 2; return n / 2; }
static int less(int n, int *rest) {
    int h = half(n, rest);
    return h - 2;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), rest = 0;
    if (x < 0 || x > 100) return 0;
    x = less(x, &rest);
    if (rest == 1) x = half(x, &rest);
    return x;
}

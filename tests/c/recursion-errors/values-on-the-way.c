// expect: FALSE
// about: each call takes a value
// violation: 14
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sum(int n) {
    if (n == 0) return 0;
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 4) return 0;
    return x + sum(n - 1);
}
int main(void) {
    if (sum(4) == 16) reach_error();
    return 0;
}

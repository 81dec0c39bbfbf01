// expect: FALSE
// about: the check in the loop fails for the second caller only, who starts elsewhere.
// violation: 9
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int sum_of(int start, int n) {
    int sum = start;
    for (int i = 0; i < n; i++) {
        if (sum != 2 * i) reach_error();
        sum += 2;
    }
    return sum;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10) return 0;
    int a = sum_of(0, n);
    int b = sum_of(a, n);
    return b;
}

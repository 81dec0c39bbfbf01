// expect: TRUE
// about: functions that check give their results through pointers, and fail for no caller.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int half(int n, int *rest) {
    if (n < 0) reach_error();
    *rest = n % 2;
    return n / 2;
}
static int digits(int n, int *ones) {
    int count = 0, rest;
    while (n > 0) {
        n = half(n, &rest);
        *ones += rest;
        count++;
    }
    return count;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), ones = 0, rest = 7;
    if (x < 1 || x > 6) return 0;
    int count = digits(x, &ones);
    int h = half(x, &rest);
    if (count < 1 || count > 3 || ones < 1 || ones > 2 || 2 * h + rest != x) reach_error();
    return 0;
}

// expect: TRUE
// about: the greatest common divisor of positive numbers is positive
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int divisor(int a, int b) {
    if (a <= 0 || b <= 0) return 0;
    if (a == b) return a;
    return a > b ? divisor(a - b, b) : divisor(a, b - a);
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a > 0 && b > 0 && divisor(a, b) < 1) reach_error();
    return 0;
}

// expect: TRUE
// about: a sum is taken only where it fits
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b > 0 ? a > 2147483647 - b : a < -2147483647 - 1 - b) return 0;
    return a + b > 0;
}

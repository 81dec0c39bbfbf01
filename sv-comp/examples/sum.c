// The sum of two numbers need not fit.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a > 0 && b > 0) return a + b > 0;
    return 0;
}

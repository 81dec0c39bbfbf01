// expect: TRUE
// about: a number above minus one becomes zero
// options: --check conversion
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 100) return 0;
    if (n < 0) return 0;
    double x = n - 0.5;
    unsigned y = (unsigned)x;
    return y == 3;
}

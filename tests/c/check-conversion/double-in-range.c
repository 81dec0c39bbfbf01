// expect: TRUE
// about: a double is converted if int holds it
// options: --check conversion
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    double x = n * 4.0;
    if (x <= -2147483649.0 || x >= 2147483648.0) return 0;
    int y = (int)x;
    return y == 8;
}

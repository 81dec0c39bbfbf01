// expect: TRUE
// about: what is no number is not converted
// options: --check conversion
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    double x = n == 7 ? __builtin_nan("") : 1.5;
    if (x != x) return 0;
    int y = (int)x;
    return y;
}

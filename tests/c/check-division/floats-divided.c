// expect: TRUE
// about: floating point numbers may be divided by zero
// options: --check division
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    double x = 1.0 / n;
    float y = (float)n / 0.0f;
    return x > y;
}

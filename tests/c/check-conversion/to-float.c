// expect: TRUE
// about: a large number converts to the nearest float
// options: --check conversion
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    float f = (float)n;
    double d = (double)n;
    return f > d;
}

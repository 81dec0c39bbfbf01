// expect: TRUE
// about: an assignment converts a small double to short
// options: --check conversion
extern int __VERIFIER_nondet_int(void);

int main(void) {
    short s = 0;
    double step = 3000.5;
    for (int i = 0; i < 5; i++) {
        if (__VERIFIER_nondet_int() > 3) step = step * 2;
    }
    if (step > 32767.0) step = 32767.0;
    s = step;
    return s == 6001;
}

// expect: TRUE
// about: a floating-point number that matters
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 1.5 && x * 2.0 < 2.5) reach_error();
    return 0;
}

// expect: TRUE
// about: the test comes after a divisor was made smaller
// options: --check division
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int wide = __VERIFIER_nondet_int();
    unsigned char small = (unsigned char)wide;
    if (small == 0) return 0;
    return 1000 / small;
}

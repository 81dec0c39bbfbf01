// expect: FALSE
// about: a divisor is zero only after it was made smaller
// options: --check division
// check: division
// violation: 12
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int wide = __VERIFIER_nondet_int();
    unsigned char small = (unsigned char)wide;
    if (wide == 0) return 0;
    return 1000 / small;
}

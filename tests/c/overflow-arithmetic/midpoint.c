// expect: FALSE
// about: the well-known middle of two indices
// options: --property no-overflow
// violation: 10
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low < 0 || high < low) return 0;
    int middle = (low + high) / 2;
    return middle;
}

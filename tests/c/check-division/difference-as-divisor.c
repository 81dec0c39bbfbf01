// expect: TRUE
// about: a divisor is a difference of different numbers
// options: --check division
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low < 0 || high > 100) return 0;
    if (high <= low) return 0;
    return 100 / (high - low);
}

// expect: FALSE
// about: divisors down to zero
// options: --check division
// check: division
// violation: 12
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), divisors = 0;
    if (n < 1 || n > 20) return 0;
    for (int d = n; d >= 0; d--) {
        if (n % d == 0) divisors++;
    }
    return divisors == 2;
}

// expect: FALSE
// about: a divisor may be zero
// options: --check division
// check: division
// violation: 11
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int total = __VERIFIER_nondet_int(), count = __VERIFIER_nondet_int();
    if (total < 0 || total > 1000) return 0;
    return total / count;
}

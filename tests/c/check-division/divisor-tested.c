// expect: TRUE
// about: a divisor that may be zero is tested
// options: --check division
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int total = __VERIFIER_nondet_int(), count = __VERIFIER_nondet_int();
    if (total < 0 || total > 1000) return 0;
    if (count == 0) return 0;
    return total / count;
}

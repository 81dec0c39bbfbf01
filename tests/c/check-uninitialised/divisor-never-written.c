// expect: FALSE
// about: a divisor is written by a callee only if it succeeds
// options: --check uninitialised
// check: uninitialised
// violation: 17
extern int __VERIFIER_nondet_int(void);

static int parse(int text, unsigned *value) {
    if (text < 0) return -1;
    *value = 4;
    return 0;
}
int main(void) {
    unsigned value;
    int error = parse(__VERIFIER_nondet_int(), &value);
    if (error > 0) return 1;
    return 100 / (value | 1);
}

// expect: TRUE
// about: a divisor is written before it is used
// options: --check uninitialised
extern int __VERIFIER_nondet_int(void);

static int parse(int text, unsigned *value) {
    if (text < 0) return -1;
    *value = 4;
    return 0;
}
int main(void) {
    unsigned value;
    int error = parse(__VERIFIER_nondet_int(), &value);
    if (error) return 1;
    return 100 / (value | 1);
}

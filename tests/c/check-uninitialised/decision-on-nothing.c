// expect: FALSE
// about: a variable has no value on one way to the decision
// options: --check uninitialised
// check: uninitialised
// violation: 12
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int is_large;
    if (n > 5) is_large = 1;
    if (is_large) return 1;
    return 0;
}

// expect: TRUE
// about: a variable has a value on both ways to the decision
// options: --check uninitialised
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int is_large = 0;
    if (n > 5) is_large = 1;
    if (is_large) return 1;
    return 0;
}

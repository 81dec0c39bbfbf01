// expect: FALSE
// about: a shift to the right by more than the width
// options: --check shift
// check: shift
// violation: 13
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long long value = __VERIFIER_nondet_ulong();
    int by = __VERIFIER_nondet_int();
    if (by < 0) return 0;
    return value >> by == 1;
}

// expect: TRUE
// about: a shift to the right by less than the width
// options: --check shift
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long long value = __VERIFIER_nondet_ulong();
    int by = __VERIFIER_nondet_int();
    if (by < 0) return 0;
    if (by > 63) return 0;
    return value >> by == 1;
}

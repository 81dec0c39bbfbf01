// expect: FALSE
// about: the least int divided by minus one does not fit
// options: --property no-overflow
// violation: 10
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0) return 0;
    return a / b == 3;
}

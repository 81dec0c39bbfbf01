// expect: FALSE
// about: the number of places may be negative
// options: --check shift
// check: shift
// violation: 11
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int places = __VERIFIER_nondet_int();
    if (places > 10) return 0;
    return 1 << places == 4;
}

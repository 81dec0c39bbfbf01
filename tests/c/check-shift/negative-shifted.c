// expect: FALSE
// about: a negative number is shifted to the left
// options: --check shift
// check: shift
// violation: 11
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int value = __VERIFIER_nondet_int();
    if (value > 1000) return 0;
    return value << 3 == 64;
}

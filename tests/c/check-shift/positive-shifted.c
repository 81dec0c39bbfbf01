// expect: TRUE
// about: a number that is not negative is shifted to the left
// options: --check shift
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int value = __VERIFIER_nondet_int();
    if (value > 1000) return 0;
    if (value < 0) return 0;
    return value << 3 == 64;
}

// expect: FALSE
// about: a set bit is shifted out of an int
// options: --property no-overflow
// violation: 10
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a < 0) return 0;
    return a << 4;
}

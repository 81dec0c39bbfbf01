// expect: FALSE
// about: a difference is less than the least int
// options: --property no-overflow
// violation: 10
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a > 0) return 0;
    return a - 2 > 7;
}

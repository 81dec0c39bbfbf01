// expect: FALSE
// about: C leaves the remainder of the least int and minus one undefined, as the quotient
// options: --property no-overflow
// violation: 10
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0) return 0;
    return a % b == 3;
}

// expect: FALSE
// about: the remainder of the least number by minus one
// options: --check overflow
// check: overflow
// violation: 11
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0) return 0;
    return a % b == 3;
}

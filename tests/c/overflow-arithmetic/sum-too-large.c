// expect: FALSE
// about: the sum of two ints may not fit an int
// options: --property no-overflow
// violation: 9
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int sum = a + b;
    return sum > 0;
}

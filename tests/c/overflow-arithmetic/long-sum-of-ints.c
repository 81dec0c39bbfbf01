// expect: TRUE
// about: the sum of two ints fits a long long
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    long long a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    return a + b > 0;
}

// expect: FALSE
// about: the compiler computes no overflow away
// options: --property no-overflow
// violation: 9
extern int __VERIFIER_nondet_int(void);

int main(void) {
    const int most = 2147483647;
    return most + 1 > 0;
}

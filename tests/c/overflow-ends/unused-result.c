// expect: FALSE
// about: an overflow counts although nobody uses the result
// options: --property no-overflow
// violation: 9
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    (void)(a + 1);
    return 0;
}

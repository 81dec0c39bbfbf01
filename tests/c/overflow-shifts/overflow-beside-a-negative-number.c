// expect: FALSE
// about: one way to the shift is undefined, another one overflows
// options: --property no-overflow
// violation: 9
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    return a << 1;
}

// expect: FALSE
// about: the operation in a compound assignment may overflow
// options: --property no-overflow
// violation: 10
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int total = 0;
    for (int i = 0; i < 3; i++) {
        total += __VERIFIER_nondet_int();
    }
    return total;
}

// expect: FALSE
// about: a number is read digit by digit, as many as there are
// options: --check overflow
// check: overflow
// violation: 13
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int value = 0;
    while (1) {
        unsigned digit = __VERIFIER_nondet_uint();
        if (digit > 9) break;
        value = value * 10 + (int)digit;
    }
    return value == 42;
}

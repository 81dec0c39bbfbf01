// expect: TRUE
// about: a number is read digit by digit, at most nine
// options: --check overflow
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int value = 0;
    for (int i = 0; i < 9; i++) {
        unsigned digit = __VERIFIER_nondet_uint();
        if (digit > 9) break;
        value = value * 10 + (int)digit;
    }
    return value == 42;
}

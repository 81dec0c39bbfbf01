// expect: FALSE
// about: one bit more than a number has
// options: --check shift
// check: shift
// violation: 12
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned value = __VERIFIER_nondet_uint();
    int ones = 0;
    for (int i = 32; i >= 0; i--) {
        if (value >> i & 1) ones++;
    }
    return ones == 4;
}

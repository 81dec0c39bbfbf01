// expect: TRUE
// about: the bits of a number one by one
// options: --check shift
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned value = __VERIFIER_nondet_uint();
    int ones = 0;
    for (int i = 31; i >= 0; i--) {
        if (value >> i & 1) ones++;
    }
    return ones == 4;
}

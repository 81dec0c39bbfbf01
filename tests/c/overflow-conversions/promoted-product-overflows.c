// expect: FALSE
// about: two unsigned shorts are multiplied as ints
// options: --property no-overflow
// violation: 9
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
    unsigned product = a * b;
    return product > 5;
}

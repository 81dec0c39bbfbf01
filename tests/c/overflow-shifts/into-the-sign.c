// expect: FALSE
// about: an unsigned char becomes an int, whose sign the shift reaches
// options: --property no-overflow
// violation: 9
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    unsigned word = byte << 24;
    return word > 7;
}

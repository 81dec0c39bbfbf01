// expect: TRUE
// about: an unsigned number may be shifted out of its type
// options: --property no-overflow
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    unsigned word = (unsigned)byte << 28;
    return word > 7;
}

// expect: FALSE
// about: an unsigned char is shifted as an int where it is assigned to itself, too
// options: --property no-overflow
// violation: 10
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    byte <<= 25;
    return byte;
}

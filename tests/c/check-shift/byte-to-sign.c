// expect: FALSE
// about: a byte is moved into the sign of an int
// options: --check shift
// check: shift
// violation: 10
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char top = __VERIFIER_nondet_uchar();
    unsigned word = top << 24;
    return word == 5;
}

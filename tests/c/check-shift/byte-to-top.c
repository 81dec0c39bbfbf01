// expect: TRUE
// about: a byte becomes unsigned before it is moved to the top of a word
// options: --check shift
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char top = __VERIFIER_nondet_uchar();
    unsigned word = (unsigned)top << 24;
    return word == 5;
}

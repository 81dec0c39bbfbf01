// expect: TRUE
// about: unsigned numbers wrap around, which is no overflow
// options: --check overflow
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned char c = __VERIFIER_nondet_uchar();
    c++;
    return a + b == a * b - c;
}

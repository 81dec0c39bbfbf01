// expect: TRUE
// about: small types are promoted, and int holds their sums and products
// options: --check overflow
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    short c = __VERIFIER_nondet_short();
    c += a;
    signed char d = (signed char)(a * b);
    return c == d;
}

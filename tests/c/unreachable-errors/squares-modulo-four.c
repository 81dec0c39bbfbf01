// expect: TRUE
// about: no square leaves the remainder 2 or 3 when divided by 4
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned char r = (unsigned char)(x * x) & 3;
    if (r == 2 || r == 3) reach_error();
    return 0;
}

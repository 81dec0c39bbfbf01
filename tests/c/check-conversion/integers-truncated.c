// expect: TRUE
// about: integers are converted to narrower types, which is no error
// options: --check conversion
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    signed char c = (signed char)n;
    unsigned char u = (unsigned char)n;
    short s = n;
    return c + u + s == 5;
}

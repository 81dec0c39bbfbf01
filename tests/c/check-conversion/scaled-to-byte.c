// expect: TRUE
// about: a share is scaled to 0 to 255
// options: --check conversion
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100) return 0;
    float share = (float)n / 100.0f;
    unsigned char level = (unsigned char)(share * 255.0f);
    return level == 9;
}

// expect: FALSE
// about: a mask of as many bits as the type has
// options: --check shift
// check: shift
// violation: 11
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned bits = __VERIFIER_nondet_uint();
    if (bits > 32) return 0;
    return ((1u << bits) - 1) == 255u;
}

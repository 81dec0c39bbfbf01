// expect: TRUE
// about: a mask of fewer bits than the type has
// options: --check shift
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned bits = __VERIFIER_nondet_uint();
    if (bits >= 32) return 0;
    return ((1u << bits) - 1) == 255u;
}

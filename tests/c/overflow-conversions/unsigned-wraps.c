// expect: TRUE
// about: unsigned numbers wrap around, which is no overflow
// options: --property no-overflow
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    return a + b * 3 - 7 > 9 && -a != b;
}

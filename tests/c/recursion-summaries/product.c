// expect: TRUE
// about: a product by adding, for any numbers
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned times(unsigned a, unsigned b) {
    return b == 0 ? 0 : a + times(a, b - 1);
}
int main(void) {
    unsigned a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (times(a, b) != a * b) reach_error();
    return 0;
}

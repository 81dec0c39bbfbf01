// expect: TRUE
// about: an overflow that nobody reaches
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    if (0) return a + a;
    return a > 5 ? 3 : a > 7 ? a + a : 0;
}

// expect: TRUE
// about: a counter that stops at a bound does not overflow
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    while (i < n) ++i;
    return i;
}

// expect: TRUE
// about: three bits are shifted by at most 28 places
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), by = __VERIFIER_nondet_int();
    if (a < 0 || a > 7 || by < 0 || by > 28) return 0;
    return a << by;
}

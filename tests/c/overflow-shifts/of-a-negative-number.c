// expect: UNKNOWN: left shift of a negative number
// about: whether shifting a negative number overflows is not agreed on
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a > -3 || a < -5) return 0;
    return a << 1;
}

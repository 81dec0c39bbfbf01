// expect: TRUE
// about: chars and shorts are added as ints, where they fit
// options: --property no-overflow
extern signed char __VERIFIER_nondet_char(void);
extern short __VERIFIER_nondet_short(void);

int main(void) {
    signed char c = __VERIFIER_nondet_char();
    short s = __VERIFIER_nondet_short();
    s = s + c;
    c++;
    s += 30000;
    c = -c;
    return c * s;
}

// expect: FALSE
// about: the check fails only after several turns of the loops that call it.
// violation: 7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int level;
static void step(int by) { if (level < -2) reach_error(); level += by; }
static void down(int n) {
    while (n-- > 0) step(-1);
}
int main(void) {
    while (__VERIFIER_nondet_int()) {
        step(1);
        if (__VERIFIER_nondet_int()) down(2);
        step(0);
    }
    return 0;
}

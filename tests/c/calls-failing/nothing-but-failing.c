// expect: FALSE
// about: a function that never returns is called from two places; before one of them, a value of the program is taken.
// violation: 6
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void stop(int why) { if (why) reach_error(); for (;;) ; }
static int checked(int x) {
    if (x < 0) stop(x == -7);
    return x;
}
int main(void) {
    int a = checked(__VERIFIER_nondet_int());
    int b = checked(__VERIFIER_nondet_int());
    if (a + b == 3) stop(a == 2);
    return 0;
}

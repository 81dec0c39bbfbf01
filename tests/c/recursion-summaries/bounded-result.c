// expect: TRUE
// about: what is returned stays below a bound at every depth
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int climb(unsigned n) {
    if (n == 0) return 0;
    int below = climb(n - 1) + 1;
    return below > 7 ? 7 : below;
}
int main(void) {
    int top = climb(__VERIFIER_nondet_int());
    if (top < 0 || top > 7) reach_error();
    return 0;
}

// expect: FALSE
// about: a recursion without a bound that is wrong for one depth
// violation: 13
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned depth(unsigned n) {
    if (n == 0) return 0;
    return depth(n - 1) + 1;
}
int main(void) {
    unsigned n = __VERIFIER_nondet_int();
    if (depth(n) == 17) reach_error();
    return 0;
}

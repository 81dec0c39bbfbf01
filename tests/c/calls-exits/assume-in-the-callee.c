// expect: TRUE
// about: a callee ends executions silently
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void __VERIFIER_assume(int);
static int below(int limit) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < limit);
    return x;
}

int main(void) {
    int a = below(4), b = below(10), c = below(a + 1);
    if (c > a || a + b > 12) reach_error();
    return 0;
}

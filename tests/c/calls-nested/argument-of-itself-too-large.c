// expect: FALSE
// about: the result of a function is its own argument, and the bound is one too large
// violation: 12
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int half(int x) { return x / 2; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = half(half(half(x)));
    if (x >= 0 && x < 9 && y != 0) reach_error();
    return 0;
}

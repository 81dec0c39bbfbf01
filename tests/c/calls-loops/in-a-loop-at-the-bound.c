// expect: FALSE
// about: a call in a loop, and one behind it, get to the bound
// violation: 13
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int step(int x) { return x < 5 ? x + 1 : x; }

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) x = step(x);
    x = step(x);
    if (x < 1 || x > 4) reach_error();
    return 0;
}

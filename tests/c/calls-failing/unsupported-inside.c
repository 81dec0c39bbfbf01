// expect: UNKNOWN: pointer
// about: what cannot be followed is in a function that two places call, and an execution comes there.
// at: 7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void (*outside(void))(int);
static void go(int x) { void (*f)(int) = outside(); if (x > 3) f(x); }
int main(void) {
    int x = __VERIFIER_nondet_int();
    go(1);
    go(x);
    if (x == 77 && x == 78) reach_error();
    return 0;
}

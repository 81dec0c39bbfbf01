// expect: FALSE
// about: one function, three calls, and one argument is wrong
// violation: 11
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int square(int x) { return x * x; }

int main(void) {
    int a = square(3), b = square(4), c = square(6);
    if (a + b != c) reach_error();
    return 0;
}

// expect: TRUE
// about: one function, three calls, three arguments
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int square(int x) { return x * x; }

int main(void) {
    int a = square(3), b = square(4), c = square(5);
    if (a + b != c) reach_error();
    return 0;
}

// expect: TRUE
// about: a function calls what it is given
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int inc(int x) { return x + 1; }
static int neg(int x) { return -x; }
static int apply(int (*f)(int), int x) { return f(x); }

int main(void) {
    int x = __VERIFIER_nondet_int() & 255;
    int a = apply(inc, x), b = apply(neg, a);
    if (a + b != 0 || apply(inc, b) != -x) reach_error();
    return 0;
}

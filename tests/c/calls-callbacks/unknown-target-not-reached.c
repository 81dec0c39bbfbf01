// expect: TRUE
// about: a call through a pointer that holds any value, behind a condition that never holds
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int one(int x) { return x + 1; }
static int through(int (*f)(int), int x) { return f(x); }

int main(void) {
    int (*f)(int);
    int x = __VERIFIER_nondet_int(), y = through(one, 1);
    if (x > 3 && x < 3) y = through(f, 1);
    if (y != 2) reach_error();
    return 0;
}

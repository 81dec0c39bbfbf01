// Functions that call themselves and each other, and pointers to functions.
int __VERIFIER_nondet_int(void);
void reach_error(void);

static int odd(unsigned n);
static int even(unsigned n) { int chosen; return n == 0 ? chosen & 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int twice(int (*f)(void)) { return f() + f(); }

int main(void) {
    for (int i = 0; i < 30; i++)
        if (even(__VERIFIER_nondet_int() % 16u) && twice(__VERIFIER_nondet_int) == 6)
            reach_error();
    return 0;
}

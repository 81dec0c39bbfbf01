// expect: TRUE
// about: two results of a recursive function that are added in either order
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned int collatz(unsigned int n, unsigned int steps) {
    if (n <= 1 || steps == 0)
        return 0;
    return 1 + collatz(n % 2 == 0 ? n / 2 : 3 * n + 1, steps - 1);
}

int main(void) {
    unsigned int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    unsigned int one = collatz(a, m), two = collatz(b, m);
    unsigned int sum = one + two;
    unsigned int other = collatz(b, m);
    other += collatz(a, m);
    if (sum != other)
        reach_error();
    return 0;
}

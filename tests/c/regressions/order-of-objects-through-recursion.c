// expect: UNKNOWN: recursion of
// about: which of two variables is first in memory is not known in a function that is given the numbers either
// options: --engine summaries
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int f(int n, unsigned long a, unsigned long b) {
    if (n <= 0) return a < b;
    return f(n - 1, a, b);
}

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (f(__VERIFIER_nondet_int(), (unsigned long)&y, (unsigned long)&x)) reach_error();
    return x + y;
}

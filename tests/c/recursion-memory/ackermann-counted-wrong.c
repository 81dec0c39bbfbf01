// expect: FALSE
// violation: 25
// about: Ackermann's function with a counter of its calls in memory: it is called at least once
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int limit = 1000;
int *left = &limit;

int ackermann(int m, int n) {
    if (*left <= 0)
        return n;
    *left -= 1;
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    ackermann(m, n);
    if (limit > 997 || limit < 0)
        reach_error();
    return 0;
}

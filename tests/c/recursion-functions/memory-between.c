// expect: FALSE
// violation: 21
// about: equal arguments give other results if the memory that the function reads was changed in between
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int table[8];

static int sum(const int *a, int n) {
    return n <= 0 ? 0 : a[n - 1] + sum(a, n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 8)
        return 0;
    int first = sum(table, n);
    table[5] = 1;
    int second = sum(table, n);
    if (first != second)
        reach_error();
    return 0;
}

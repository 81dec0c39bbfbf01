// expect: TRUE
// about: a recursive fill from the end writes the first element last
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int values[1000];

void fill(int *a, int n) {
    if (n <= 0)
        return;
    a[n - 1] = 3;
    fill(a, n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    fill(values, n);
    if (values[0] != 3)
        reach_error();
    return 0;
}

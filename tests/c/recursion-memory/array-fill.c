// expect: FALSE
// violation: 22
// about: a recursive fill that leaves the last element out
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int values[5];

void fill(int *a, int i, int n) {
    if (i >= n)
        return;
    a[i] = 3;
    fill(a, i + 1, n);
}

int main(void) {
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k >= 5)
        return 0;
    fill(values, 0, 4);
    if (values[k] != 3)
        reach_error();
    return 0;
}

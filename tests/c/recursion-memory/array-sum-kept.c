// expect: TRUE
// about: a recursive sum of an array does not change the array
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

unsigned int sum(unsigned int *a, int n) {
    return n <= 0 ? 0 : a[n - 1] + sum(a, n - 1);
}

unsigned int values[50];

int main(void) {
    int k = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (k < 0 || k >= 50 || n > 50)
        return 0;
    values[k] = 12;
    unsigned int first = sum(values, n);
    unsigned int second = sum(values, n);
    if (values[k] != 12 || first != second)
        reach_error();
    return 0;
}

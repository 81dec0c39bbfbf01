// expect: FALSE
// about: both results go to the same variable, which keeps the last
// violation: 16
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void minmax(int a, int b, int *low, int *high) {
    *low = a < b ? a : b;
    *high = a < b ? b : a;
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), low, high, one;
    minmax(a, b, &low, &high);
    minmax(a, b, &one, &one);
    if (low > high || one != low) reach_error();
    return 0;
}

// expect: FALSE
// about: two results are put together wrongly
// violation: 16
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void divide(int a, int b, int *quotient, int *rest) {
    *quotient = a / b;
    *rest = a % b;
}

int main(void) {
    int a = __VERIFIER_nondet_int() & 1023, q, r, q2, r2;
    divide(a, 8, &q, &r);
    divide(q, 8, &q2, &r2);
    if (q2 * 64 + r2 * 4 + r != a) reach_error();
    return 0;
}

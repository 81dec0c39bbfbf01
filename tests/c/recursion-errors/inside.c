// expect: FALSE
// about: the error is in the recursive function
// violation: 8
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void down(int n, int step) {
    if (n == 13) reach_error();
    if (n > 0) down(n - step, step);
}
int main(void) {
    int step = __VERIFIER_nondet_int();
    if (step < 2 || step > 5) return 0;
    down(25, step);
    return 0;
}

// expect: TRUE
// about: the checks are in the loop of the function that is called twice.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int sum_of(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (sum != 2 * i) reach_error();
        sum += 2;
    }
    return sum;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000) return 0;
    int a = sum_of(n);
    int b = sum_of(3);
    if (a != 2 * n || b != 6) reach_error();
    return 0;
}

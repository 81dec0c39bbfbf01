// expect: TRUE
// about: two calls a call, too many to run: known by a table
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int fibonacci(int n) {
    if (n < 1) return 0;
    return n == 1 ? 1 : fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= 40 && fibonacci(n) < 0) reach_error();
    return 0;
}

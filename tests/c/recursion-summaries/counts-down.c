// expect: TRUE
// about: a depth that is found by counting down
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int down(int n) {
    if (n <= 0) return 0;
    return down(n - 1) + 1;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 0 && n < 1000 && down(n) != n) reach_error();
    return 0;
}

// expect: FALSE
// about: the recursion ends the program, but for one number
// violation: 16
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void exit(int);
static int down(int n) {
    if (n == 0) exit(0);
    if (n == -1) return 1;
    return down(n - 2);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10) return 0;
    if (down(n)) reach_error();
    return 0;
}

// expect: FALSE
// about: LLVM sees a recursive function whose recursive call is never made; the error in it is reached by main's call.
// violation: 8
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int mode;
static int checked(int n) {
    if (n < 0) reach_error();
    if (mode == 7)
        return checked(n - 1) + 1;
    return n;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    mode = 3;
    if (x >= -1)
        checked(x);
    return 0;
}

// expect: TRUE
// about: LLVM sees a recursive function; that its recursive call is never made is only seen once globals are constants.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int is_on = 0;
static int same(int n) {
    if (is_on)
        return same(n - 1) + 1;
    return n;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (same(x) != x)
        reach_error();
    return 0;
}

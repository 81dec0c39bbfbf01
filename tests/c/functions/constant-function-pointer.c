// expect: FALSE
// about: a call through a pointer that can only be one function
// violation: 10
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int bad(int x) { return x == 9; }
int main(void) {
    int (*f)(int) = bad;
    if (f(__VERIFIER_nondet_int())) reach_error();
    return 0;
}

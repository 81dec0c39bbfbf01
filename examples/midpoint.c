// expect: FALSE
// The midpoint of two non-negative numbers lies between them, unless their sum overflows.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= low && low <= high);
    int middle = (low + high) / 2;
    if (middle < low || middle > high) reach_error();
    return 0;
}

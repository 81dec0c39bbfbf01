// expect: FALSE
// about: an order of numbers by their difference
// options: --check overflow
// check: overflow
// violation: 9
extern int __VERIFIER_nondet_int(void);

static int order(int a, int b) {
    return a - b;
}
int main(void) {
    int a = __VERIFIER_nondet_int();
    return order(a, __VERIFIER_nondet_int()) == 1;
}

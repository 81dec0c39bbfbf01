// expect: TRUE
// about: an order of numbers by comparison
// options: --check overflow
extern int __VERIFIER_nondet_int(void);

static int order(int a, int b) {
    return (a > b) - (a < b);
}
int main(void) {
    int a = __VERIFIER_nondet_int();
    return order(a, __VERIFIER_nondet_int()) == 1;
}

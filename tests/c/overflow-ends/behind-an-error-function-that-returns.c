// expect: FALSE
// about: a reach_error that the program defines does what its body says
// options: --property no-overflow
// violation: 11
extern int __VERIFIER_nondet_int(void);

void reach_error(void) {}
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a > 100) reach_error();
    return a + 1000;
}

// expect: FALSE
// about: the least int has no opposite
// options: --property no-overflow
// violation: 9
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a < 0) a = -a;
    return a > 5;
}

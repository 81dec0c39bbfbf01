// expect: FALSE
// about: counting down below the least int
// options: --property no-overflow
// violation: 10
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a >= -2147483647) return 0;
    --a;
    return a;
}

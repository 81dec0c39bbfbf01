// expect: TRUE
// about: what is assumed rules the overflow out
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_assume(int);
int main(void) {
    int a = __VERIFIER_nondet_int();
    __VERIFIER_assume(a < 5);
    return a + 1;
}

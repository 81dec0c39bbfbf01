// expect: TRUE
// about: the program ends before the overflow
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);

extern void abort(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a > 2147483646) abort();
    return a + 1;
}

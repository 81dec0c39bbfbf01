// expect: FALSE
// about: a counter that is counted up for ever overflows at last
// options: --property no-overflow
// violation: 9
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    while (a > 2147483640) a++;
    return 0;
}

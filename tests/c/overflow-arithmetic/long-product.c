// expect: FALSE
// about: a product of two longs may not fit a long
// options: --property no-overflow
// data-models: ILP32 LP64
// violation: 10
extern long __VERIFIER_nondet_long(void);

int main(void) {
    long a = __VERIFIER_nondet_long();
    return a * 3 == 9;
}

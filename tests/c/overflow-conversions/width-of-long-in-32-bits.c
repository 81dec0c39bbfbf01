// expect: FALSE
// about: twice an int does not fit a long of 32 bits
// options: --property no-overflow
// data-models: ILP32
// violation: 10
extern int __VERIFIER_nondet_int(void);

int main(void) {
    long a = __VERIFIER_nondet_int();
    return a * 2 == 4;
}

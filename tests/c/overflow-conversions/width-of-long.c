// expect: TRUE
// about: twice an int fits a long of 64 bits
// options: --property no-overflow
// data-models: LP64
extern int __VERIFIER_nondet_int(void);

int main(void) {
    long a = __VERIFIER_nondet_int();
    return a * 2 == 4;
}

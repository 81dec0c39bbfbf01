// expect: FALSE
// about: a quotient of floats by zero is converted
// options: --check conversion
// check: conversion
// violation: 11
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int total = __VERIFIER_nondet_int(), count = __VERIFIER_nondet_int();
    if (count < 0) return 0;
    long long average = (long long)((double)total / count);
    return average == 4;
}

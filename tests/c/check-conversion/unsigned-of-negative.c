// expect: FALSE
// about: a negative number is converted to unsigned
// options: --check conversion
// check: conversion
// violation: 12
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 100) return 0;
    double x = n - 0.5;
    unsigned y = (unsigned)x;
    return y == 3;
}

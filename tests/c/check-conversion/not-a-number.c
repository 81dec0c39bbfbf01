// expect: FALSE
// about: what is no number is converted
// options: --check conversion
// check: conversion
// violation: 11
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    double x = n == 7 ? __builtin_nan("") : 1.5;
    int y = (int)x;
    return y;
}

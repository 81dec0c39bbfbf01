// expect: FALSE
// about: a double is converted that int may not hold
// options: --check conversion
// check: conversion
// violation: 11
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    double x = n * 4.0;
    int y = (int)x;
    return y == 8;
}

// expect: FALSE
// about: a share is scaled to 0 to 256
// options: --check conversion
// check: conversion
// violation: 12
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100) return 0;
    float share = (float)n / 100.0f;
    unsigned char level = (unsigned char)(share * 256.0f);
    return level == 9;
}

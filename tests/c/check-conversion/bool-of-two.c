// expect: FALSE
// about: the bytes of a bool are set to two
// options: --check conversion
// check: conversion
// violation: 15
#include <stdbool.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    bool is_set = false;
    unsigned char byte = __VERIFIER_nondet_uchar();
    if (byte > 2) return 0;
    memcpy(&is_set, &byte, 1);
    int result = is_set ? 3 : 4;
    return result;
}

// expect: FALSE
// about: the values of several calls and several types come in their order
// inputs: 200 -4294967296 -2
// violation: 16
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void reach_error(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    long long b = __VERIFIER_nondet_longlong();
    short c = __VERIFIER_nondet_short();
    if (a == 200)
        if (b == -4294967296LL)
            if (c == -2) reach_error();
    return 0;
}

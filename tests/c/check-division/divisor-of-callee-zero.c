// expect: FALSE
// about: a callee gives zero for one of its arguments
// options: --check division
// check: division
// violation: 19
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static int step(int mode) {
    switch (mode) {
    case 1: return 10;
    case 2: return 20;
    default: return 0;
    }
}
int main(void) {
    int mode = __VERIFIER_nondet_int();
    unsigned total = __VERIFIER_nondet_uint() & 255;
    return total / step(mode);
}

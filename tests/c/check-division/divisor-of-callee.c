// expect: TRUE
// about: a callee gives a divisor that is never zero
// options: --check division
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static int step(int mode) {
    switch (mode) {
    case 1: return 10;
    case 2: return 20;
    default: return 1;
    }
}
int main(void) {
    int mode = __VERIFIER_nondet_int();
    unsigned total = __VERIFIER_nondet_uint() & 255;
    return total / step(mode);
}

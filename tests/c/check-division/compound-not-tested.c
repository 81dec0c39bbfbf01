// expect: FALSE
// about: a compound assignment divides by a global that may become zero
// options: --check division
// check: division
// violation: 17
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static unsigned scale = 3;
static void lower(void) {
    if (scale > 0) scale--;
}
int main(void) {
    unsigned long value = __VERIFIER_nondet_ulong();
    while (__VERIFIER_nondet_int()) {
        lower();
        value /= scale;
        if (value == 5) break;
    }
    return 0;
}

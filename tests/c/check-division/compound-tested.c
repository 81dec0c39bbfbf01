// expect: TRUE
// about: a compound assignment divides by a global that is positive
// options: --check division
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static unsigned scale = 3;
static void lower(void) {
    if (scale > 1) scale--;
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

// expect: FALSE
// about: one of the cases that are said to be all is forgotten
// check: assert
// violation: 12
extern int __VERIFIER_nondet_int(void);

static int days(int quarter) {
    switch (quarter) {
    case 1: return 90;
    case 2: return 91;
    case 3: return 92;
    default: __builtin_unreachable();
    }
}
int main(void) {
    int quarter = __VERIFIER_nondet_int();
    if (quarter < 1 || quarter > 4) return 1;
    return days(quarter) > 92;
}

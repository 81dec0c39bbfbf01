// expect: FALSE
// about: an index from outside may be negative
// options: --check bounds
// check: bounds
// violation: 12
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int table[8] = {0};
    int at = __VERIFIER_nondet_int();
    if (at >= 8) return 0;
    table[at] = 1;
    return table[7];
}

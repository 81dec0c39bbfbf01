// expect: FALSE
// about: an index is computed with an overflow
// options: --property no-overflow
// violation: 10
extern int __VERIFIER_nondet_int(void);

int table[4];
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i + 1 < 4 && i >= 0) return table[i];
    return 0;
}

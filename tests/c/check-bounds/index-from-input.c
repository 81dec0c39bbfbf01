// expect: TRUE
// about: an index from outside is compared with both ends
// options: --check bounds
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int table[8] = {0};
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at >= 8) return 0;
    table[at] = 1;
    return table[7];
}

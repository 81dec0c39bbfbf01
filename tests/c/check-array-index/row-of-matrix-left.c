// expect: FALSE
// about: a column of the next row is reached through this one
// options: --check array-index
// check: array-index
// violation: 12
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int table[3][4] = {{0}};
    int column = __VERIFIER_nondet_int();
    if (column < 0 || column >= 8) return 0;
    table[1][column] = 1;
    return table[2][0];
}

// expect: TRUE
// about: an element of a row
// options: --check array-index
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int table[3][4] = {{0}};
    int column = __VERIFIER_nondet_int();
    if (column < 0 || column >= 4) return 0;
    table[1][column] = 1;
    return table[2][0];
}

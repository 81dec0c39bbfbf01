// expect: TRUE
// about: a pointer to a variable of a block is used in the block
// options: --check pointer
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = 0, result = 0;
    int n = __VERIFIER_nondet_int();
    if (n > 5) {
        int inner = n;
        p = &inner;
        result = *p;
    }
    if (n > 5 && result > 9) result = 9;
    return result == 7;
}

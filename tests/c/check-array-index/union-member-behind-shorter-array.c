// expect: FALSE
// about: the shorter array of a union is read past its end
// options: --check array-index
// check: array-index
// violation: 16
extern unsigned int __VERIFIER_nondet_uint(void);

union word {
    unsigned char bytes[4];
    unsigned char low[2];
};
int main(void) {
    union word w = {{1, 2, 3, 4}};
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 3) return 0;
    return w.low[at];
}

// expect: TRUE
// about: all bytes of a struct, through a pointer to the struct itself
// options: --check array-index
extern unsigned char __VERIFIER_nondet_uchar(void);

struct pair {
    unsigned char left[3], right[3];
};
int main(void) {
    struct pair p = {{1, 2, 3}, {4, 5, 6}};
    const unsigned char *bytes = (const unsigned char *)&p;
    int sum = 0;
    for (unsigned i = 0; i < sizeof p; i++) sum += bytes[i];
    p.left[0] = __VERIFIER_nondet_uchar();
    return sum == 21;
}

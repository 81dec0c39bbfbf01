// expect: UNKNOWN: no run
// about: memory that a native run does not get is no failure of malloc
// options: --engine run
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

int main(void) {
    unsigned n = 0;
    int k = __VERIFIER_nondet_int();
    void *tab[4];
    for (unsigned i = 0; i < 30000000u; i++) n = n * 3 + i + k;
    for (int i = 0; i < 4; i++) tab[i] = malloc((1ul << 45) + (n & 1));
    for (int i = 0; i < 4; i++) {
        if (!tab[i]) reach_error();
    }
    return 0;
}

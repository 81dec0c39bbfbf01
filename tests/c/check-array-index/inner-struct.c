// expect: TRUE
// about: an array in a struct in an array in a struct
// options: --check array-index
extern unsigned int __VERIFIER_nondet_uint(void);

struct cell {
    int values[2];
};
struct grid {
    struct cell cells[3];
    int end;
};
int main(void) {
    struct grid g = {{{{1, 2}}, {{3, 4}}, {{5, 6}}}, 7};
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (a > 2) return 0;
    if (b > 1) return 0;
    return g.cells[a].values[b];
}

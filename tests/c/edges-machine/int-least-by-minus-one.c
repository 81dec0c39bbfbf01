// expect: TRUE
// about: the machine refuses the division of an int
// data-models: ILP32 LP64
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int least = -2147483647 - 1, d = __VERIFIER_nondet_int();
    if (d != -1) return 0;
    if (least / d == least) reach_error();
    return 0;
}

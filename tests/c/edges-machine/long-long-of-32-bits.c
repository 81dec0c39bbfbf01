// expect: FALSE
// about: a machine of 32 bits does not divide 64 bits itself
// data-models: ILP32
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    long long least = -9223372036854775807LL - 1;
    int d = __VERIFIER_nondet_int();
    if (d != -1) return 0;
    if (least / d == least) reach_error();
    return 0;
}

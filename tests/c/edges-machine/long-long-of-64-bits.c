// expect: TRUE
// about: a machine of 64 bits refuses the division
// data-models: LP64
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    long long least = -9223372036854775807LL - 1;
    int d = __VERIFIER_nondet_int();
    if (d != -1) return 0;
    if (least / d == least) reach_error();
    return 0;
}

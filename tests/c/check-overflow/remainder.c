// expect: TRUE
// about: a remainder by a positive number
// options: --check overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b <= 0) return 0;
    return a % b == 3;
}

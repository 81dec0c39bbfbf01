// expect: TRUE
// about: a division whose condition does not hold is not evaluated
// options: --check division
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 15, b = __VERIFIER_nondet_int();
    if (b < 0) return 0;
    int is_multiple = b != 0 && a % b == 0;
    int quotient = b == 0 ? 0 : a / b;
    return is_multiple + quotient + (int)sizeof(a / 0);
}

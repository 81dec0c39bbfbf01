// expect: FALSE
// about: the product of two unsigned short numbers is computed in int
// options: --check overflow
// check: overflow
// violation: 10
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned short a = (unsigned short)__VERIFIER_nondet_int(), b = (unsigned short)__VERIFIER_nondet_int();
    unsigned product = a * b;
    return product == 9;
}

// expect: TRUE
// about: quotient and remainder by subtraction, both through pointers to variables of the first caller
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

void divide(unsigned int a, unsigned int b, unsigned int *quotient, unsigned int *remainder) {
    if (a < b) {
        *quotient = 0;
        *remainder = a;
        return;
    }
    divide(a - b, b, quotient, remainder);
    *quotient += 1;
}

int main(void) {
    unsigned int q, r;
    unsigned int a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (b == 0)
        return 0;
    divide(a, b, &q, &r);
    if (q * b + r != a || r >= b)
        reach_error();
    return 0;
}

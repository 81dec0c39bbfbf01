// expect: FALSE
// violation: 17
// about: a recursive function that takes an input on the way may return something else for the same arguments
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned int mix(unsigned int x, unsigned int n) {
    if (n == 0)
        return x ^ __VERIFIER_nondet_uint();
    return mix(x + 3, n - 1) + 1;
}

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    unsigned int first = mix(x, n);
    if (first != mix(x, n))
        reach_error();
    return 0;
}

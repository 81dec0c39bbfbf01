// expect: FALSE
// violation: 18
// about: a recursive function without any choice returns something else for other arguments
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned int mix(unsigned int x, unsigned int n) {
    if (n == 0)
        return x;
    return mix((x ^ (x >> 3)) * 2654435761u, n - 1) ^ (x << 5);
}

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    unsigned int first = mix(x, n);
    unsigned int second = mix(y, n);
    if (x == y + 1 && n < 3 && first != second)
        reach_error();
    return 0;
}

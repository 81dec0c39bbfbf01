// expect: TRUE
// about: a function that never returns for some arguments: what comes after it is not reached, and nothing else follows
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned int until(unsigned int n) {
    if (n == 100)
        return 7;
    return until(n ^ 1) * 3 + 1;
}

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int first = until(n);
    if (n != 100 && n != 101)
        reach_error();
    if (until(n) != first)
        reach_error();
    return 0;
}

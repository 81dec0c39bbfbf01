// expect: FALSE
// violation: 19
// about: a recursive function that adds through a pointer to a variable of its caller
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

void count(unsigned int n, unsigned int *out) {
    if (n == 0)
        return;
    *out += 2;
    count(n - 1, out);
}

int main(void) {
    unsigned int total = 7;
    unsigned int n = __VERIFIER_nondet_uint();
    count(n, &total);
    if (total == 2 * n + 7 && n > 4)
        reach_error();
    return 0;
}

// expect: TRUE
// about: a variable of the recursive function itself whose address is passed on: each activation has its own
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

void sum(unsigned int n, unsigned int *out) {
    unsigned int rest = 0;
    if (n == 0) {
        *out = 0;
        return;
    }
    sum(n - 1, &rest);
    *out = rest + 3;
}

int main(void) {
    unsigned int result = 1;
    unsigned int n = __VERIFIER_nondet_uint();
    if (n > 6)
        return 0;
    sum(n, &result);
    if (result != 3 * n)
        reach_error();
    return 0;
}

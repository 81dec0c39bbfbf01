// expect: UNKNOWN: recursion of
// about: the bits of an address are not known where a recursive function returns them either
// options: --engine summaries
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

unsigned long f(int n, unsigned long a) {
    if (n <= 0) return a >> 3;
    return f(n - 1, a);
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (f(__VERIFIER_nondet_int(), (unsigned long)&x) & 1) reach_error();
    return x;
}

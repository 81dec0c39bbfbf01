// expect: FALSE
// about: one element is never written
// options: --check uninitialised
// check: uninitialised
// violation: 13
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int flags[4];
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 3) return 0;
    for (int i = 1; i < 4; i++) flags[i] = i & 1;
    if (flags[at]) return 1;
    return 2;
}

// expect: TRUE
// about: static objects start as zero
// options: --check uninitialised
extern unsigned int __VERIFIER_nondet_uint(void);

static int counts[3];
int main(void) {
    static unsigned total;
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 2) return 0;
    return counts[at] == 0 && total == 0 ? 0 : 1;
}

// expect: FALSE
// about: the number one that is shifted is an int
// options: --check shift
// check: shift
// violation: 11
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned bit = __VERIFIER_nondet_uint();
    if (bit >= 64) return 0;
    unsigned long long flag = 1 << bit;
    return flag == 16;
}

// expect: TRUE
// about: the number one that is shifted is as wide as its result
// options: --check shift
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned bit = __VERIFIER_nondet_uint();
    if (bit >= 64) return 0;
    unsigned long long flag = 1ull << bit;
    return flag == 16;
}

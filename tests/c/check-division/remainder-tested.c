// expect: TRUE
// about: the remainder by a size that is positive
// options: --check division
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned hash = __VERIFIER_nondet_uint(), size = __VERIFIER_nondet_uint();
    if (size == 0) return 0;
    return hash % size == 3;
}

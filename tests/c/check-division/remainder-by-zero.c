// expect: FALSE
// about: the remainder by a size that may be zero
// options: --check division
// check: division
// violation: 10
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned hash = __VERIFIER_nondet_uint(), size = __VERIFIER_nondet_uint();
    return hash % size == 3;
}

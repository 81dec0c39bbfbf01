// expect: TRUE
// about: writes at two different indices do not disturb each other
// data-models: ILP32 LP64
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a[8] = {0};
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 8 && j < 8 && i != j);
    a[i] = 1;
    a[j] = 2;
    assert(a[i] == 1);
    return 0;
}

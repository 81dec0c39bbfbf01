// expect: FALSE
// about: a write beside the element that was meant
// violation: 14
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {10, 11, 12, 13};
    unsigned at = __VERIFIER_nondet_uint() % 4;
    int value = __VERIFIER_nondet_int();
    a[(at + 1) % 4] = value;
    for (unsigned i = 0; i < 4; i++)
        assert(a[i] == (i == at ? value : 10 + (int)i));
    return 0;
}

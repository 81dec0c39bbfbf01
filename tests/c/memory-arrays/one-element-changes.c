// expect: TRUE
// about: a write at an unknown index changes this element and no other
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {10, 11, 12, 13};
    unsigned at = __VERIFIER_nondet_uint() % 4;
    int value = __VERIFIER_nondet_int();
    a[at] = value;
    for (unsigned i = 0; i < 4; i++)
        assert(a[i] == (i == at ? value : 10 + (int)i));
    return 0;
}

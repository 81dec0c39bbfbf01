// expect: TRUE
// about: numbers that change places stay the same numbers
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char a[4] = {1, 2, 4, 8};
    for (int round = 0; round < 2; round++) {
        unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
        unsigned char old = a[i];
        a[i] = a[j];
        a[j] = old;
    }
    assert((a[0] | a[1] | a[2] | a[3]) == 15);
    return 0;
}

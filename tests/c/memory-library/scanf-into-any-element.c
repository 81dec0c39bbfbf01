// expect: FALSE
// about: a number is read into some element of an array
// violation: 12
#include <assert.h>
#include <stdio.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[3] = {10, 11, 12};
    unsigned at = __VERIFIER_nondet_uint() % 3, other = __VERIFIER_nondet_uint() % 3;
    scanf("%d", &a[at]);
    assert(a[other] == 10 + (int)other);
    return 0;
}
